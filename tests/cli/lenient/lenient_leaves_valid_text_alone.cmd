laconic decode --lenient people.gcf

laconic decode people.gcf

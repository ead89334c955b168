laconic validate --lenient people.gcf

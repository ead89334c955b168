laconic validate < people.gcf

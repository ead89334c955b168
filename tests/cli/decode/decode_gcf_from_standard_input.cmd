laconic decode < people.gcf

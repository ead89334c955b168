laconic decode - - < people.gcf

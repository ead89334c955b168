laconic decode --pretty people.gcf

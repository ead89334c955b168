laconic decode --pretty=yes people.gcf

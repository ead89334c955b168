laconic decode --output '' people.gcf

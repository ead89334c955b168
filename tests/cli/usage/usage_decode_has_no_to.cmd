laconic decode --to json people.gcf

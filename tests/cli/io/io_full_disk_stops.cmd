laconic decode people.gcf missing.json > /dev/full

laconic decode people.gcf missing.gcf people.json

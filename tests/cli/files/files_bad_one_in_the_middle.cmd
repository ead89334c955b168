laconic decode people.gcf bad.gcf people.json

laconic encode - < people.json

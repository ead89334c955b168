laconic encode < people.json

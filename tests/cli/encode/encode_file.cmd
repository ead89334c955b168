laconic encode people.json

laconic encode --verbose people.json

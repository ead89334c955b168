laconic encode --to nosuch people.json

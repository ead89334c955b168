laconic encode --to json --round-numbers people.json

laconic encode --round people.json

laconic encode --to xml people.json

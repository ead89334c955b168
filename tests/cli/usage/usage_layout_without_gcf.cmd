laconic encode --to json --layout compact people.json

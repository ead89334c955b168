laconic encode --layout tiny people.json

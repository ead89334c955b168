laconic encode --output - people.json

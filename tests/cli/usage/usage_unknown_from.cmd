laconic encode --from xml people.json

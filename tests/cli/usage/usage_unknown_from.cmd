laconic encode --from nosuch people.json

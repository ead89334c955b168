laconic decode --from nosuch people.json

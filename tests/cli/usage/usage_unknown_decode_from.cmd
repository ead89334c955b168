laconic decode --from xml people.json

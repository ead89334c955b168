laconic tokens people.json shop.json

laconic stats people.json shop.json

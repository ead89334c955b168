laconic encode people.json shop.json

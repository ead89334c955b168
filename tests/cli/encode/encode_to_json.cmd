laconic encode --to json shop.json

laconic encode shop.json

laconic encode --to toon people.json
laconic encode --to toon shop.json

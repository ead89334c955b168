laconic encode --to jton people.json
laconic encode --to jton shop.json
laconic encode --to jton shop.json | laconic decode
laconic convert --from json --to jton people.json

laconic encode --to tron people.json
laconic encode --to tron shop.json
laconic encode --to tron shop.json | laconic decode
laconic convert --from json --to tron people.json

laconic encode --layout canonical shop.json

laconic encode --no-flatten shop.json

laconic encode --layout compact shop.json

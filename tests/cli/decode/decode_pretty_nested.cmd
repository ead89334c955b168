laconic decode --pretty shop.json

laconic decode shop.json

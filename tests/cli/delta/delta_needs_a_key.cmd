laconic root shop_before.json

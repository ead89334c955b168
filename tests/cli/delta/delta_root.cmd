laconic root --key id shop_before.json shop_after.json

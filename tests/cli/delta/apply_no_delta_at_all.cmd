laconic apply --key id shop_before.json shop_after.json

laconic delta --key id shop_before.json shop_after.json

laconic delta --key id shop_before.json shop_after.json | laconic apply --key id shop_before.json -

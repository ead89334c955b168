laconic apply --key id shop_before.json

laconic delta --key id shop_before.json

laconic encode shop_before.json | laconic root --key id -

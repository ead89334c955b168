laconic encode orders_old.json | laconic root --key id -

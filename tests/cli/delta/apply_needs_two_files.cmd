laconic apply --key id orders_old.json

laconic apply --key id orders_old.json orders_new.json

laconic delta --key id orders_old.json orders_new.json | laconic apply --key id orders_old.json -

laconic delta --key id orders_old.json orders_new.json

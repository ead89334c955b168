laconic delta --key id orders_old.json

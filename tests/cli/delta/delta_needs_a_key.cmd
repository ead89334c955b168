laconic root orders_old.json

laconic delta --key id --always-delta orders_old.json orders_new.json | laconic root --key id

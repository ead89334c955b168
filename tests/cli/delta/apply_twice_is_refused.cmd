laconic delta --key id --always-delta orders_old.json orders_new.json > change.gcf
laconic apply --key id orders_new.json change.gcf

laconic delta --key id --always-delta orders_old.json orders_new.json | sed 's/^1004/1003/' > change.gcf
laconic apply --key id orders_old.json change.gcf

laconic delta --key id orders_new.json orders_old.json > old.gcf
laconic delta --key id --always-delta old.gcf orders_new.json | laconic apply old.gcf -

laconic delta --key id orders_new.json orders_old.json > old.gcf
laconic root --key total old.gcf

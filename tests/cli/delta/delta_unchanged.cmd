laconic encode orders_old.json > same.gcf
laconic delta --key id orders_old.json same.gcf

laconic encode shop_before.json > same.gcf
laconic delta --key id shop_before.json same.gcf

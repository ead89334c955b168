laconic delta --key id shop_after.json shop_before.json > old.gcf
laconic root --key total old.gcf

laconic delta --key id shop_before.json shop_after.json > set.gcf
laconic delta graph_before.json set.gcf

laconic delta --key id --always-delta shop_before.json shop_after.json > change.gcf
laconic apply graph_before.json change.gcf

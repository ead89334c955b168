laconic delta --key id --always-delta shop_before.json shop_after.json | sed '$d' > change.gcf
laconic apply --key id shop_before.json change.gcf

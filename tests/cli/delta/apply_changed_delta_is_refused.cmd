laconic delta --key id --always-delta shop_before.json shop_after.json | sed 's/Dave/Eve/' > change.gcf
laconic apply --key id shop_before.json change.gcf

laconic delta --key id shop_after.json shop_before.json > old.gcf
laconic delta --key id --always-delta old.gcf shop_after.json | laconic apply old.gcf -

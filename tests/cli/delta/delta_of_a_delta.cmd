laconic delta --key id --always-delta shop_before.json shop_after.json | laconic root --key id

laconic decode shop.json > expected
laconic encode shop.json | laconic decode | cmp - expected
laconic encode --layout compact shop.json | laconic decode | cmp - expected
laconic encode --no-flatten shop.json | laconic decode | cmp - expected
laconic encode --spec 3.5 shop.json | laconic decode | cmp - expected

laconic convert --from json --to gcf --spec 3.5 --no-flatten --layout compact shop.json

laconic encode --to gcf --spec 3.5 --no-flatten --layout compact --round-numbers shop.json

laconic bench --min-time 0 bad.json

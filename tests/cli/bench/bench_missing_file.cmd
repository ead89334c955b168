laconic bench --json --min-time 0 missing.json

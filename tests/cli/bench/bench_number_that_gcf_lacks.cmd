printf '[1e400]' > big.json
laconic bench --json --min-time 0 big.json

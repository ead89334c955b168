laconic root --profile graph shop_before.json

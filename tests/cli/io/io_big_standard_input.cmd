(printf '['; yes '"0123456789",' | head -n 100000 | tr -d '\n'; printf '0]') > long.json
cat long.json | laconic decode | tr -d '\n' | cmp - long.json

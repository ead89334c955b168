printf '{"symbols":[{"id":1,"v":2}]}' > set.json
laconic root --key id set.json
laconic root --profile generic --key id set.json
laconic root --profile generic set.json

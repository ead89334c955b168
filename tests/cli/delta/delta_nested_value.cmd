printf '[{"id":1,"v":[1,2]}]' | laconic root --key id

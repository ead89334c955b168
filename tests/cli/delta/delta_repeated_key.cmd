printf '[{"id":1},{"id":1}]' | laconic root --key id

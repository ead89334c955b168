printf '[{"a":1,"b":1},{"b":1,"b":2}]' | laconic encode

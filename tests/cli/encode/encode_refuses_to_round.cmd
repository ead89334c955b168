printf '{"a": 1,\n "b": [0.12345678901234567890123]}' | laconic encode

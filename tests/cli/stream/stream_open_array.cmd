printf '[{"a":1},\n{"a":2}' | laconic stream

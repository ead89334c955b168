printf '{"a":1}\n{"a":[1\n2]}\n' | laconic stream

printf '{"a":1}\n{"b":2}\n' | laconic stream

printf '{"a":1}\n{"a":}\n' | laconic stream

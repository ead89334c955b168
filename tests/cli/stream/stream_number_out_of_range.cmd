printf '{"a":1}\n{"a":1e400}\n' | laconic stream

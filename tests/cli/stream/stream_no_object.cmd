printf '{"a":1}\n7\n' | laconic stream

printf '{"a>b":1}\n' | laconic stream

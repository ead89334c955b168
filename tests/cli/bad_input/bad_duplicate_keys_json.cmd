printf '{"a":1,"b":{"a":1},"a":2}' | laconic encode

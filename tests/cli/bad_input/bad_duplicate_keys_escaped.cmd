printf '{"a":1,"\\u0061":2}' | laconic encode

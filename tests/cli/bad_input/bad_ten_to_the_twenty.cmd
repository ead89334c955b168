printf '{"a":[1,\n100000000000000000000]}' | laconic encode

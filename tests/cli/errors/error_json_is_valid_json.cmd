printf '{"a\\"\\\\":1,"a\\"\\\\":2}' | laconic decode --errors=json 2>&1 | laconic decode --pretty

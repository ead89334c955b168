printf '{"a":1,}' | laconic decode --lenient

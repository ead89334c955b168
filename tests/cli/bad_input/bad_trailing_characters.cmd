printf '{"a":1}}' | laconic decode || true
printf '4x2' | laconic decode || true
printf '1 2' | laconic decode || true
printf '[1] [2]' | laconic decode

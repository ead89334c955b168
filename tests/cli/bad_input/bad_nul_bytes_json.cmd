printf '[1,\000 2]' | laconic decode || true
printf '["a\000b"]' | laconic decode || true
printf '[1]\000' | laconic decode

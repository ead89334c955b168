printf '[1,]' | laconic decode || true
printf '{"a":1,}' | laconic decode || true
printf '[,1]' | laconic decode || true
printf '[1 2]' | laconic decode || true
printf '{"a" 1}' | laconic decode || true
printf '{1:2}' | laconic decode

printf '["a\377b"]' | laconic decode || true
printf '["\303"]' | laconic decode || true
printf '["\355\240\200"]' | laconic decode 2>&1 | head -n 1
printf '["\300\257"]' | laconic decode

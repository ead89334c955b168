printf '["a\nb"]' | laconic decode || true
printf '["a\tb"]' | laconic decode

printf '["\\x"]' | laconic decode || true
printf '["\\u12g4"]' | laconic decode || true
printf '["\\' | laconic decode

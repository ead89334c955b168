printf '["\\ud800"]' | laconic encode || true
printf '["\\udc00"]' | laconic encode || true
printf '["\\ud800\\u0041"]' | laconic encode

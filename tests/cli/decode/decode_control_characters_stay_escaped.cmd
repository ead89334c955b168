printf '["\\u0000\\u001b\\u007f\\n"]' | laconic decode

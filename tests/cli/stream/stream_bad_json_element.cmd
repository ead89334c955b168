printf '[{"a":1},\n  {"a":}]' | laconic stream

printf '[{"a":1}]\n]' | laconic stream

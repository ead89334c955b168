printf '{\r\n  "a": x\r\n}' | laconic decode

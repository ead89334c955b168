printf '{"\\u001b[2J":1,"\\u001b[2J":2}' | laconic decode

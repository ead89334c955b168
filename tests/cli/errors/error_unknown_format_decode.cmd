printf 'hello world\n' | laconic decode

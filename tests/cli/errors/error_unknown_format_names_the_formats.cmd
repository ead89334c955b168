printf 'hello world\n' | laconic encode

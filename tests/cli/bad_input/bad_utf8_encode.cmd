printf '{"a":"\360\237\230"}' | laconic encode

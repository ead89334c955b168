printf '["\\u001b", \033[31m]' | laconic decode | od -c

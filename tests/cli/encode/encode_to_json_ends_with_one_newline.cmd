printf '[1, 2]' | laconic encode --to json | od -c

head -c 1000 /dev/zero | laconic decode

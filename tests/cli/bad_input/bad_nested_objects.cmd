head -c 100000 /dev/zero | sed 's/\x00/{"a":/g' | laconic encode

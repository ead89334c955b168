printf 'GCF profile=generic\na=100000000000000000000\n' | laconic decode

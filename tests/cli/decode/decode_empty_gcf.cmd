printf 'GCF profile=generic\n' | laconic decode

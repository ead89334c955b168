printf 'GCF profile=generic\na=1' | laconic decode --complete

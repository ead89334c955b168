printf 'GCF profile=generic\na=1\na=2\n' | laconic decode --lenient

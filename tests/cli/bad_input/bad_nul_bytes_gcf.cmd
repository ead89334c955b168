printf 'GCF profile=generic\na=x\000y\n' | laconic decode || true
printf 'GCF profile=generic\na="x\000y"\n' | laconic decode || true
printf 'GCF\000profile=generic\na=1\n' | laconic decode

printf '[1e400]' | laconic encode || true
printf 'GCF profile=generic\na=1e400\n' | laconic decode

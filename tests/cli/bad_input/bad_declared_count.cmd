# needs: plain
# 2 GiB of rows are promised; neither time nor memory may be spent on the promise.
ulimit -v 200000
printf 'GCF profile=generic\n## x [2147483648]{a}\n1\n' | laconic decode || true
printf 'GCF profile=generic\n## x [2147483648]\n@0 =1\n' | laconic decode || true
printf 'GCF profile=generic\nx[2147483648]: 1\n' | laconic decode || true
printf 'GCF profile=generic\n## x [99999999999999999999999]{a}\n1\n' | laconic decode || true
printf 'GCF profile=generic\n## x [2147483648:]{key,a}\nk|1\n' | laconic decode

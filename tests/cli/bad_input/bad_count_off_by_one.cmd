printf 'GCF profile=generic\n## x [2]{a}\n1\n' | laconic decode || true
printf 'GCF profile=generic\n## x [2]{a}\n1\n2\n3\n' | laconic decode || true
printf 'GCF profile=generic\nx[2]: 1,2,3\n' | laconic decode

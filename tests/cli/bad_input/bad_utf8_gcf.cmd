printf 'GCF profile=generic\na=x\377y\n' | laconic decode || true
printf 'GCF profile=generic\n## [1]{a}\n\303\n' | laconic decode

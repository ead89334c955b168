printf '\357\273\277{"a":1}' | laconic decode || true
printf '\357\273\277GCF profile=generic\na=1\n' | laconic decode

printf 'GCF profile=graph symbols=1 session=true\n## targets\n@3  # previously transmitted\n' | laconic decode

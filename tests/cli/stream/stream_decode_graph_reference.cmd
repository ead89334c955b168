printf 'GCF profile=graph session=true\n## targets\n@0  # previously transmitted\n' | laconic stream --decode

printf 'GCF profile=graph delta=true base_root=a new_root=b\n## added\n' | laconic decode

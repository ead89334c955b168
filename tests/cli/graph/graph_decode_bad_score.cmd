printf 'GCF profile=graph symbols=1\n## targets\n@0 fn a 0.9 ast\n' | laconic decode

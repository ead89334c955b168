printf 'GCF profile=graph symbols=2\n## targets\n@0 fn a 0.9 ast\n' | laconic decode --lenient

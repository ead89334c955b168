printf 'GCF profile=graph\n## targets\n@0 fn a 0.90 ast\n## edges [?]\n' | laconic decode

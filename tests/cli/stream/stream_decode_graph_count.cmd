printf 'GCF profile=graph\n## targets\n@0 fn a 0.78 lsp\n## edges [3]\n@0<@0 calls\n' | laconic stream --decode

printf 'GCF profile=graph symbols=2\n## targets\n@0 fn a 0.78 lsp\n## edges\n@0<@0 calls\n## related\n@1 fn b 0.10 x\n## edges\n@1<@0 calls\n' | laconic stream --decode

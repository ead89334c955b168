printf 'GCF profile=graph symbols=2\n## targets\n@0 fn a 0.78 lsp\n' | laconic stream --decode --errors json

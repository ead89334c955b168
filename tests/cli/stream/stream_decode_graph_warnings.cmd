printf 'GCF profile=graph\n## odd\n@0 fn a 0.78 lsp\n' | laconic stream --decode

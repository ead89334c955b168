printf 'GCF profile=graph\n## targets\n@0 fn a 0.78 lsp\n## edges [?]\n@0<@7 calls\n' | laconic stream --decode

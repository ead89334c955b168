printf 'GCF profile=generic\na="x\n' | laconic decode --from gcf

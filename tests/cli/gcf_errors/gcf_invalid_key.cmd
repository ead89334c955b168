printf 'GCF profile=generic\n1a=2\n' | laconic decode --from gcf

printf 'GCF profile=generic\n=1\na=2\n' | laconic decode --from gcf

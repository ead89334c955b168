printf 'GCF2 profile=generic\na=1\n' | laconic decode --from gcf

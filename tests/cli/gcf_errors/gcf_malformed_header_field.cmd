printf 'GCF profile=generic tool\na=1\n' | laconic decode --from gcf

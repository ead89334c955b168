printf 'GCF profile=other\na=1\n' | laconic decode --from gcf

printf 'GCF\na=1\n' | laconic decode --from gcf

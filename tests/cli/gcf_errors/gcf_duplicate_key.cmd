printf 'GCF profile=generic\na=1\nb=2\na=3\n' | laconic decode --from gcf

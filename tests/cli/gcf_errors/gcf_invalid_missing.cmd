printf 'GCF profile=generic\na=~\n' | laconic decode --from gcf

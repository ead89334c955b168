printf 'GCF profile=generic tool=a tool=b\na=1\n' | laconic decode --from gcf

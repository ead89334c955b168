printf 'GCF profile=generic\n## a\n   b=1\n' | laconic decode --from gcf

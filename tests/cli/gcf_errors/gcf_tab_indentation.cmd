printf 'GCF profile=generic\n## a\n\tb=1\n' | laconic decode --from gcf

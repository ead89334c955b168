printf 'GCF profile=generic\nwhat is this\n' | laconic decode --from gcf

printf 'GCF profile=generic\nx[3]: a,b\n' | laconic decode --from gcf

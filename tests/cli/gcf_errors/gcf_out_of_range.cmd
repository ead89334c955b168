printf 'GCF profile=generic\na=9223372036854775808\n' | laconic decode --from gcf

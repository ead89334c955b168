printf 'GCF profile=generic\na="\\q"\n' | laconic decode --from gcf

printf 'GCF profile=generic\na="\\ud800"\n' | laconic decode --from gcf

printf 'GCF profile=generic\n## [2]{a=,b}\n1\n2\n' | laconic decode --from gcf

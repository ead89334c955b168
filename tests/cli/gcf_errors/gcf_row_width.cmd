printf 'GCF profile=generic\n## [2]{a,b}\n1|2\n1|2|3\n' | laconic decode --from gcf

printf 'GCF profile=generic\n## [1]{a}\n1\n2\n' | laconic decode --from gcf

printf 'GCF profile=generic\n## [1]{a,b,a}\n1|2|3\n' | laconic decode --from gcf

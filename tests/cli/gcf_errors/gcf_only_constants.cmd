printf 'GCF profile=generic\n## [2]{a=1}\n' | laconic decode --from gcf

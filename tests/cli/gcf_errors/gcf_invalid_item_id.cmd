printf 'GCF profile=generic\n## [2]\n@0 =1\n@2 =2\n' | laconic decode --from gcf

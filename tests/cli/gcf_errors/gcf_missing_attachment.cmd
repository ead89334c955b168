printf 'GCF profile=generic\n## [1]{a}\n@0 ^\n' | laconic decode --from gcf

printf 'GCF profile=generic\n## [1]{a}\n1\n.b {}\n    c=1\n' | laconic decode --from gcf

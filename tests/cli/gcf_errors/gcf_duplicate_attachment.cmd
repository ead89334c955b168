printf 'GCF profile=generic\n## [1]{a}\n@0 ^\n.a {}\n    c=1\n.a {}\n    c=1\n' | laconic decode --from gcf

printf 'GCF profile=generic\n## x [03]{a}\n1\n2\n3\n' | laconic decode --from gcf

printf 'GCF profile=generic\n## x [3]{a}\n1\n2\n' | laconic decode --from gcf

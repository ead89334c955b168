printf 'GCF profile=generic\n## r [3]{a}\n1\n' | laconic stream --decode --errors json

printf 'GCF profile=generic\n## r [?]{a}\n1\n2|3\n' | laconic stream --decode

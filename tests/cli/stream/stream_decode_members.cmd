printf 'GCF profile=generic\nx=1\n## r [?]{a}\n1\n' | laconic stream --decode

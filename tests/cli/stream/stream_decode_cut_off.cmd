printf 'GCF profile=generic\n## r [?]{a}\n1\n' | laconic stream --decode --complete

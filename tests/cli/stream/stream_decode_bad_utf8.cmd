printf 'GCF profile=generic\n## r [?]{a}\n1\n\303\251\377\n' | laconic stream --decode

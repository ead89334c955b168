printf 'GCF profile=generic\n# \303\251\nx=1\n## "\303\251" [3]{a}\n1\n2\n' | laconic stream --decode 2>&1 | sed -n '1,9p'

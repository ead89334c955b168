printf 'GCF profile=generic\n## x [2147483648]{a}\n1\n' | laconic decode --lenient

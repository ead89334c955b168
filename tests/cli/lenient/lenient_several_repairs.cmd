printf 'GCF profile=generic\n## a [3]{x}\n1\n2\n## b [2]{x}\n1\n' | laconic decode --lenient

printf 'GCF profile=generic\n## rows [2]{id,name}\n1|Ada\n2\n' | laconic decode --lenient

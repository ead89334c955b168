printf 'GCF profile=generic\n## rows [3]{id,name}\n1|Ada\n2|Grace\n' | laconic decode --lenient --errors=json

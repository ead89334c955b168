printf 'GCF profile=generic\na="tab\\tquote\\" \\u00e9\\ud83d\\ude00 slash\\/"\n' | laconic decode

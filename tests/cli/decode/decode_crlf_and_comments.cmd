printf 'GCF profile=generic\r\n# c\r\na=1\r\n\r\nb=x y\r\n' | laconic decode

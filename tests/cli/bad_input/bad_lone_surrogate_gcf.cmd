printf 'GCF profile=generic\na="\\udfff"\n' | laconic decode

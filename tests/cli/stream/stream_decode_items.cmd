printf 'GCF profile=generic\n## r [?]\n@0 {}\n  a=1\n@1 =2\n##! summary counts=2\n' | laconic stream --decode

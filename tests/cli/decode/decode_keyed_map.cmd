printf 'GCF profile=generic\n## servers [2:]{key,cpu}\nweb|1\ndb|2\n' | laconic decode

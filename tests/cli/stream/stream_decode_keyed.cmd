printf 'GCF profile=generic\n## m [2:]{host,cpu}\nweb|1\ndb|2\n' | laconic stream --decode

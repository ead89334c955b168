printf '{"note":1,"symbols":[{"qualifiedName":"a","kind":"type","score":1,"provenance":"x","colour":"red"}]}' | laconic root

printf '{"symbols":[{"qualifiedName":"a b","kind":"type","provenance":"p"}]}' | laconic encode --profile graph

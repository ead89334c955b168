printf '{"symbols":[{"qualifiedName":"a","kind":"type","score":0.125,"provenance":"x"}]}' > a.json
printf '{"symbols":[{"qualifiedName":"a","kind":"type","score":0.12,"provenance":"x"}]}' > b.json
printf '{"symbols":[{"qualifiedName":"a","kind":"type","score":-0.004,"provenance":"x"}]}' > c.json
printf '{"symbols":[{"qualifiedName":"a","kind":"type","score":0,"provenance":"x"}]}' > d.json
laconic root a.json b.json c.json d.json

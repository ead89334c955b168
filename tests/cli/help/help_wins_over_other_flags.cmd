laconic encode --from nonsense --help missing.json | head -n 2

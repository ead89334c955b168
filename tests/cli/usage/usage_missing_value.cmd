laconic encode --from || true
laconic encode --output || true
laconic bench people.json --formats

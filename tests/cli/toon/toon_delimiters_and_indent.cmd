laconic encode --to toon --delimiter pipe --indent 4 shop.json > shop.toon
cat shop.toon
laconic decode --indent 4 shop.toon
laconic encode --to toon --delimiter tab people.json | laconic decode

laconic encode --errors=json --verbose people.json || true
laconic --errors=json frobnicate || true
laconic --errors json encode --from nosuch

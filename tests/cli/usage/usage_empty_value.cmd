laconic encode --output= people.json || true
laconic encode --to= people.json || true
laconic encode --to '' people.json || true
laconic --errors= formats

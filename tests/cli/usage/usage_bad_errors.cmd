laconic --errors=xml encode people.json || true
laconic encode --errors xml people.json

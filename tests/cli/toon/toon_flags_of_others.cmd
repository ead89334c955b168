laconic encode --delimiter tab people.json || echo "exit $?"
laconic encode --to toon --layout compact people.json || echo "exit $?"
laconic encode --to toon --delimiter semicolon people.json || echo "exit $?"
laconic encode --to toon --indent 0 people.json || echo "exit $?"

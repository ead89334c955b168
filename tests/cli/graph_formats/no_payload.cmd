laconic encode --to xml people.json || echo "exit $?"

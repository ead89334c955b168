echo old > out
laconic encode --output out people.json shop.json || echo "exit $?"
cat out

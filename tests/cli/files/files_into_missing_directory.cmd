laconic encode --output out people.json shop.json || echo "exit $?"
test ! -e out

mkdir out
laconic encode --output out < people.json || echo "exit $?"
ls -A out

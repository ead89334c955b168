mkdir out sub
cp people.json sub
laconic encode --output out people.json sub/people.json || echo "exit $?"
ls -A out

mkdir out
echo old > out/bad.json
laconic decode -o out people.gcf bad.gcf || echo "exit $?"
ls -A out
cat out/bad.json

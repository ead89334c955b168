mkdir out
laconic encode --output out people.json shop.json
ls -A out
cat out/people.gcf

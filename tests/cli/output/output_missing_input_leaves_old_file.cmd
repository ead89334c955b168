echo old > out.gcf
laconic encode --output out.gcf missing.json || echo "exit $?"
cat out.gcf

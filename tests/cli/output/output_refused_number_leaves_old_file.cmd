echo old > out.gcf
printf '[1e400]' | laconic encode --output out.gcf || echo "exit $?"
cat out.gcf

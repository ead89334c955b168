laconic encode --output out.gcf --spec 9 people.json || echo "exit $?"
test ! -e out.gcf

laconic decode -o out.json people.gcf bad.gcf <&- >&- 2>&- || echo "exit $?"
laconic decode -o out.json bad.gcf >&- 2>&- || echo "exit $?"
test ! -e out.json

laconic decode -o out.json people.gcf <&- >&- 2>&-
cat out.json

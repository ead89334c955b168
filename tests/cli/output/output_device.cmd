laconic encode -o /dev/null people.json
test -c /dev/null

try() { printf "$1" > x.csv; laconic validate --from ${2:-csv} x.csv || echo "exit $?"; }
try ''
try 'a,b\n1\n'
try 'a,b\n1,2,3\n'
try 'a,a\n1,2\n'
try 'a,b\n"x,2\n'
try 'a,b\n"x"y,2\n'
try 'a,b\nx"y,2\n'
try 'a,b\n1,2\n\n3,4\n'
try 'a,b\n1,x\n' csv-typed
printf 'a,b\n1\n1,2,3\n\n4,5\n' > x.csv; laconic decode --from csv --lenient x.csv
printf '{"a":1}' | laconic encode --to csv || echo "exit $?"
printf '[{"a":1},{"b":1}]' | laconic encode --to csv || echo "exit $?"
printf '[{"a":[1]}]' | laconic encode --to csv || echo "exit $?"
printf '[{"a":"x\\ty"}]' | laconic encode --to tsv || echo "exit $?"
printf '[]' | laconic encode --to csv-typed || echo "exit $?"
printf '{"rows":[{"a":1}]}' | laconic encode --to csv-typed || echo "exit $?"

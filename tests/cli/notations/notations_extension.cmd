# One column of words is CSV only by its name.
printf 'name\nAda\nLin\n' > x.csv
laconic decode x.csv
laconic decode < x.csv || echo "exit $?"
laconic convert --to json x.csv
printf 'Ada\n' > x.unknown
laconic decode x.unknown || echo "exit $?"
# The content outranks the name.
printf '{"a":1}' > y.csv
laconic decode y.csv
printf 'a: 1\n' > z.yml
laconic convert --to json z.yml

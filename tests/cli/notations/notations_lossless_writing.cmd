echo '[{"room":"42","note":null}]' > t.json
laconic encode --to csv t.json
laconic encode --to csv --lossless t.json || echo "exit $?"
laconic convert --to tsv t.json
laconic convert --to tsv --lossless t.json || echo "exit $?"
# Nothing is written to the file either.
laconic convert --to csv --lossless --output out.csv t.json || test ! -e out.csv
laconic encode --to csv --errors json t.json

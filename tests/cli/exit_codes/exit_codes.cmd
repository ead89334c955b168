# The promise to scripts: 0 done, 1 the data is at fault, 2 usage, 3 input or output.
try() {
  code=0
  "$@" > /dev/null 2>&1 || code=$?
  echo "$code  $*"
}
try laconic --help
try laconic --version
try laconic encode people.json
try laconic decode people.gcf
try laconic convert --to json people.gcf
try laconic validate people.gcf
try laconic detect people.gcf
try laconic formats
try laconic bench --min-time 0 people.json
try laconic encode bad.json
try laconic decode bad.gcf
try laconic convert --to json bad.gcf
try laconic validate bad.gcf people.gcf
try laconic detect /dev/null
try laconic bench --min-time 0 bad.json
try laconic decode --complete stream.gcf
try laconic
try laconic nonsense
try laconic --nonsense
try laconic encode --nonsense
try laconic encode --to nonsense
try laconic convert people.json
try laconic decode --from
try laconic formats people.json
try laconic encode missing.json
try laconic decode .
try laconic encode -o none/x people.json
try laconic encode -o /dev/full people.json
try laconic validate bad.gcf missing.json

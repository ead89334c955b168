i=0; { printf '['; while [ $i -lt 400 ]; do printf '{"id":%d,"name":"user %d"},' $i $i; i=$((i+1)); done; printf '{"id":400,"name":"last"}]\n'; } > many.json
laconic encode --to auto --sample 2k --explain many.json > sampled
laconic encode --to auto many.json > whole
cmp sampled whole
laconic decode sampled | cmp - many.json
# A small document is not sampled.
laconic encode --to auto --sample 1M --explain people.json > /dev/null
laconic encode --to auto --sample many many.json || echo "exit $?"

#!/usr/bin/env bash
# demo.sh - one file of orders to GCF and back, with proof and sizes, and what an error looks like.
#
#   demo.sh LACONIC        LACONIC is the built command
set -euo pipefail
laconic=${1:?usage: demo.sh LACONIC}
laconic=$(realpath "$laconic")
cd "$(dirname "$0")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
if [ ! -t 1 ]; then say() { printf '\n%s\n' "$*"; }; fi

say "1. examples/orders.json, as an application would send it (the first order):"
sed -n 1,40p orders.json

say "2. laconic encode orders.json"
"$laconic" encode --output "$scratch/orders.gcf" orders.json
cat "$scratch/orders.gcf"

say "3. laconic decode orders.gcf, back to JSON, and compare"
"$laconic" decode "$scratch/orders.gcf" >"$scratch/back.json"
"$laconic" convert --to json orders.json >"$scratch/minified.json"
# Python's reader is the judge: it has nothing in common with ours.
python3 - "$scratch/minified.json" "$scratch/back.json" orders.json <<'PYTHON'
import json, sys
minified, back, source = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:])
if not minified == back == source:
    sys.exit("the round trip changed the value")
print("equal: every order, customer and item came back as it was")
PYTHON

say "4. sizes"
json_bytes=$(($(wc -c <"$scratch/minified.json")))
gcf_bytes=$(($(wc -c <"$scratch/orders.gcf")))
printf 'minified JSON  %6d bytes  100 %%\n' "$json_bytes"
printf 'GCF            %6d bytes  %3d %%\n' "$gcf_bytes" $((100 * gcf_bytes / json_bytes))
if [ "$gcf_bytes" -ge "$json_bytes" ]; then
  echo "GCF is not smaller" >&2
  exit 1
fi

say "5. a broken file: one item was lost on the way"
sed '/Desk lamp/d' "$scratch/orders.gcf" >"$scratch/broken.gcf"
code=0
(cd "$scratch" && "$laconic" validate broken.gcf 2>&1) || code=$?
echo "exit code $code"
if [ "$code" -ne 1 ]; then
  echo "the broken file was not refused as data at fault" >&2
  exit 1
fi

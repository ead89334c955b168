#!/usr/bin/env bash
# fuzz.sh - runs every fuzzer for a while, on the corpus in fuzz/corpus and on what it finds.
#
#   tools/fuzz.sh SECONDS
#
# New inputs go to build/fuzz/found/NAME. A crash leaves its input in build/fuzz/crashes and
# fails the run; it then belongs into tests/golden.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-60}
jobs=${JOBS:-$(nproc)}

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz --parallel "$jobs"
mkdir -p build/fuzz/crashes
failed=0 count=0
while read -r fuzzer; do
  name=$(basename "$fuzzer")
  corpus=fuzz/corpus/${name%_fuzz}
  corpus=${corpus/\/fuzz_/\/}
  found=build/fuzz/found/$name
  mkdir -p "$found"
  count=$((count + 1))
  echo "== $name for $seconds seconds"
  folders=("$found")
  if [ -d "$corpus" ]; then folders+=("$corpus"); fi
  if [ "$name" = stream_fuzz ]; then folders+=(fuzz/corpus/gcf fuzz/corpus/graph); fi
  if ! "$fuzzer" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
    -artifact_prefix=build/fuzz/crashes/"$name"- "${folders[@]}" >"build/fuzz/$name.log" 2>&1; then
    failed=$((failed + 1))
    tail -n 60 "build/fuzz/$name.log"
  fi
  grep -E '^(stat::number_of_executed_units|stat::average_exec_per_sec|stat::new_units_added)' \
    "build/fuzz/$name.log" || true
done < <(find build/fuzz/fuzz -maxdepth 1 -type f -perm -u+x \( -name '*_fuzz' -o -name 'fuzz_*' \) | sort)
if [ "$count" -eq 0 ]; then
  echo "no fuzzers were built" >&2
  exit 1
fi
echo "$((count - failed)) passed, $failed failed"
[ "$failed" -eq 0 ]

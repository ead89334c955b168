#!/usr/bin/env bash
# test.sh - everything that must hold, in order, with the time of each step.
#
# A step's output goes to build/test/STEP.log and is shown when the step fails. The last
# line counts: each CTest test is one, and so is each step that is not CTest.
set -uo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}
logs=build/test
mkdir -p "$logs"
rm -f "$logs"/*

passed=0 failed=0
not_run=()
began=$SECONDS

show() {
  printf '%-34s %5ds  %s\n' "$1" "$2" "$3"
}

# step NAME COMMAND...: one check.
step() {
  local name=$1 start=$SECONDS
  shift
  if "$@" >"$logs/$name.log" 2>&1; then
    passed=$((passed + 1))
    show "$name" $((SECONDS - start)) ok
  else
    failed=$((failed + 1))
    show "$name" $((SECONDS - start)) FAILED
    tail -n 80 "$logs/$name.log"
    return 1
  fi
}

# suite NAME PRESET [CTEST ARGUMENTS]: one CTest run; its tests are counted one by one.
suite() {
  local name=$1 preset=$2 start=$SECONDS code=0 head tests=0 failures=0 skipped=0
  shift 2
  ctest --preset "$preset" --parallel "$jobs" --output-junit "$PWD/$logs/$name.xml" "$@" \
    >"$logs/$name.log" 2>&1 || code=$?
  head=$(grep -m1 -A8 '<testsuite ' "$logs/$name.xml" 2>/dev/null | tr '\n' ' ')
  tests=$(sed -n 's/.*[[:space:]]tests="\([0-9]*\)".*/\1/p' <<<"$head")
  failures=$(sed -n 's/.*[[:space:]]failures="\([0-9]*\)".*/\1/p' <<<"$head")
  skipped=$(sed -n 's/.*[[:space:]]skipped="\([0-9]*\)".*/\1/p' <<<"$head")
  tests=${tests:-0} failures=${failures:-0} skipped=${skipped:-0}
  # A run that broke off, or that found no test, is a failure of its own.
  if [ "$code" -ne 0 ] && [ "$failures" -eq 0 ]; then failures=1; fi
  if [ "$tests" -eq 0 ]; then failures=1; fi
  local good=$((tests - failures - skipped))
  if [ "$good" -lt 0 ]; then good=0; fi
  passed=$((passed + good))
  failed=$((failed + failures))
  if [ "$skipped" -gt 0 ]; then
    while read -r line; do not_run+=("$name: $line"); done \
      < <(sed -n 's/^[ \t]*[0-9]* - \(.*\) (Skipped).*/\1/p' "$logs/$name.log")
  fi
  if [ "$failures" -gt 0 ]; then
    show "$name" $((SECONDS - start)) "FAILED: $failures of $tests"
    grep -vE '^ *(Start +[0-9]+:|[0-9]+/[0-9]+ Test .* Passed |\[ +(OK|RUN) +\])' "$logs/$name.log" | tail -n 200
    return 1
  fi
  show "$name" $((SECONDS - start)) "ok: $good tests"
}

build() {
  cmake --preset "$1" && cmake --build --preset "$1" --parallel "$jobs"
}

# Files that git knows or would add; without git, all files of the source folders.
cpp_files() {
  git ls-files -co --exclude-standard '*.cpp' '*.hpp' 2>/dev/null ||
    find include src tests fuzz bench examples -name '*.[ch]pp'
}

format_check() {
  local bad
  bad=$(cpp_files | xargs clang-format --dry-run -Werror 2>&1 | sed -n 's/^\([^ :]*\):[0-9]*:.*/\1/p' | sort -u)
  if [ -n "$bad" ]; then
    echo "$bad"
    echo "make format puts these in order"
    return 1
  fi
}

tidy() {
  find src -name '*.cpp' | sort |
    xargs -P "$jobs" -n 1 clang-tidy -p build/asan --quiet
}

# One target under the thread sanitizer: both ends of a session, hammered by several threads.
tsan() {
  build tsan && TSAN_OPTIONS=halt_on_error=1 build/tsan/tests/threads/session_threads
}

step format format_check
step layers python3 tools/check_layers.py
step docs python3 tools/check_docs.py
step dev-build build dev && suite dev dev
# The sanitizer build is clang's, so that both compilers see and run everything.
step asan-build build asan && suite asan asan
step tsan tsan
step tidy tidy

echo
for line in "${not_run[@]}"; do echo "NOT RUN: $line"; done
echo "$((SECONDS - began)) seconds"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]

#!/usr/bin/env bash
# shared_library.sh - builds the shared library, compares its exports with exports.txt, and uses it.
#
#   shared_library.sh SOURCE SCRATCH CXX [--update]
set -euo pipefail
source=$1 scratch=$2 cxx=$3 update=${4:-}
build=$scratch/build
list=$source/tests/install/exports.txt

mkdir -p "$scratch"
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$cxx" \
  -DBUILD_SHARED_LIBS=ON -DLACONIC_BUILD_CLI=ON -DLACONIC_BUILD_TESTS=OFF -DLACONIC_BUILD_BENCH=OFF \
  -DLACONIC_INSTALL=ON >"$scratch/shared-configure.log"
cmake --build "$build" >"$scratch/shared-build.log" || { cat "$scratch/shared-build.log"; exit 1; }

# Every export is a decision. Instances of standard templates come along by themselves;
# they are no part of the interface.
nm --dynamic --defined-only --demangle "$build/liblaconic.so" | cut -d' ' -f3- |
  grep -Ev '^(std::|void std::|bool std::|char\* std::|__gnu_cxx::|(vtable|typeinfo|typeinfo name|guard variable) for (std|__gnu_cxx)::|operator )' |
  LC_ALL=C sort -u >"$scratch/exports.txt"
if [ "$update" = --update ]; then
  cp "$scratch/exports.txt" "$list"
  echo "shared_library: wrote $(wc -l <"$list") exports"
elif ! diff -u "$list" "$scratch/exports.txt"; then
  echo "the exports have changed; if that is meant: tests/install/shared_library.sh . build/exports g++ --update"
  exit 1
fi

"$source/tests/install/install_consumer.sh" "$source" "$build" "$scratch/consumer" "$cxx"

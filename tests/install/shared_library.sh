#!/usr/bin/env bash
# shared_library.sh - links the shared library, compares its exports with exports.txt, and uses it.
#
#   shared_library.sh SOURCE ARCHIVE SCRATCH CXX [--update]
#
# The objects of the static library are position-independent and hide what is not exported, so
# they make the shared library as well; compiling everything again would tell nothing more.
set -euo pipefail
source=$1 archive=$2 scratch=$3 cxx=$4 update=${5:-}
list=$source/tests/install/exports.txt

mkdir -p "$scratch"
libraries=(-lsimdjson -lcrypto -lyaml-cpp)
if grep -q '^LACONIC_UTF8PROC:BOOL=ON' "${archive%/*}/CMakeCache.txt"; then libraries+=(-lutf8proc); fi
"$cxx" -shared -o "$scratch/liblaconic.so" -Wl,--no-undefined \
  -Wl,--whole-archive "$archive" -Wl,--no-whole-archive "${libraries[@]}"

# Every export is a decision. Instances of standard templates come along by themselves;
# they are no part of the interface.
nm --dynamic --defined-only --demangle "$scratch/liblaconic.so" | cut -d' ' -f3- |
  grep -Ev '^(std::|void std::|bool std::|char\* std::|__gnu_cxx::|(vtable|typeinfo|typeinfo name|guard variable) for (std|__gnu_cxx)::|operator )' |
  LC_ALL=C sort -u >"$scratch/exports.txt"
if [ "$update" = --update ]; then
  cp "$scratch/exports.txt" "$list"
  echo "shared_library: wrote $(wc -l <"$list") exports"
elif ! diff -u "$list" "$scratch/exports.txt"; then
  echo "the exports have changed; if that is meant: tests/install/shared_library.sh . build/dev/liblaconic.a build/exports g++ --update"
  exit 1
fi

"$cxx" -std=c++20 -I"$source/include" "$source/examples/quickstart.cpp" -o "$scratch/quickstart" \
  -L"$scratch" -llaconic -Wl,-rpath,"$scratch"
"$scratch/quickstart" | diff -u "$source/examples/quickstart.txt" -

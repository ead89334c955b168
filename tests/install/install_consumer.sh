#!/usr/bin/env bash
# install_consumer.sh - installs a build, moves it, and uses it like a stranger would.
#
#   install_consumer.sh SOURCE BUILD SCRATCH CXX
set -euo pipefail
source=$1 build=$2 scratch=$3 cxx=$4
consumer=$source/tests/install/consumer

rm -rf "$scratch"
mkdir -p "$scratch"
cmake --install "$build" --prefix "$scratch/first" >"$scratch/install.log"
# Whoever finds the library now finds it where it was not installed.
mv "$scratch/first" "$scratch/moved"
prefix=$scratch/moved
cp -r "$consumer" "$scratch/consumer"

# The version sorts in whatever the file says, so take it from the header that was installed.
version=$(sed -n 's/.*LACONIC_VERSION_STRING "\(.*\)"/\1/p' "$prefix/include/laconic/version.hpp")
minor=${version%.*}
next=${minor%.*}.$((${minor#*.} + 1))

echo "-- find_package(laconic $minor)"
cmake -S "$scratch/consumer" -B "$scratch/by-cmake" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" \
  -DCMAKE_PREFIX_PATH="$prefix" -DWANTED_VERSION="$minor" >"$scratch/configure.log"
cmake --build "$scratch/by-cmake" >"$scratch/build.log" || { cat "$scratch/build.log"; exit 1; }
[ "$("$scratch/by-cmake/stranger")" = "laconic $version" ]

echo "-- find_package(laconic $next) must not be satisfied"
if cmake -S "$scratch/consumer" -B "$scratch/by-next" -G Ninja -DCMAKE_CXX_COMPILER="$cxx" \
  -DCMAKE_PREFIX_PATH="$prefix" -DWANTED_VERSION="$next" >"$scratch/next.log" 2>&1; then
  echo "version $version was taken for $next"
  exit 1
fi
grep -q 'laconicConfig.cmake, version' "$scratch/next.log"

echo "-- pkg-config laconic"
pc=$(find "$prefix" -name laconic.pc)
export PKG_CONFIG_PATH=${pc%/*}
[ "$(pkg-config --modversion laconic)" = "$version" ]
kind=()
library=${pc%/pkgconfig/*}
if [ -e "$library/liblaconic.a" ]; then kind=(--static); fi
# Word splitting is how compilers are given the answer of pkg-config.
# shellcheck disable=SC2046
"$cxx" -std=c++20 "$scratch/consumer/consumer.cpp" -o "$scratch/by-pkg-config" \
  $(pkg-config "${kind[@]}" --cflags --libs laconic)
[ "$(LD_LIBRARY_PATH=$library "$scratch/by-pkg-config")" = "laconic $version" ]

if [ -e "$prefix/bin/laconic" ]; then
  echo "-- the command"
  [ "$(echo '[1,2]' | "$prefix/bin/laconic" encode | "$prefix/bin/laconic" decode)" = '[1,2]' ]
fi

echo "-- nothing installed names a folder of this machine"
for folder in "$source" "$build" "$scratch"; do
  if grep -rIl --exclude='*.md' -F "$folder" "$prefix"; then
    echo "the files above name $folder"
    exit 1
  fi
done
echo "install_consumer: passed"

#!/usr/bin/env bash
# setup.sh - installs the Debian packages that a front door needs and this machine lacks.
#
#   tools/setup.sh demo     what the command is built with
#   tools/setup.sh test     that, and what the tests use (the benchmarks need nothing more)
#
# A row is PACKAGE or PACKAGE:COMMAND. A row with a command is also satisfied when the
# command is on the PATH from another source. With nothing missing this script needs
# neither the network nor root.
set -euo pipefail

demo_rows=(
  g++:g++ cmake:cmake ninja-build:ninja pkg-config:pkg-config python3:python3
  libsimdjson-dev libcli11-dev libfmt-dev libssl-dev libutf8proc-dev libtomlplusplus-dev libyaml-cpp-dev
)
test_rows=(
  binutils:objdump libgtest-dev libpcre2-dev libbenchmark-dev nlohmann-json3-dev
  clang:clang++ clang-format:clang-format clang-tidy:clang-tidy nodejs:node npm:npm
)

case "${1:-}" in
  demo) rows=("${demo_rows[@]}") ;;
  test) rows=("${demo_rows[@]}" "${test_rows[@]}") ;;
  *)
    echo "usage: tools/setup.sh demo|test" >&2
    exit 2
    ;;
esac

installed() {
  [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing=()
for row in "${rows[@]}"; do
  package=${row%%:*}
  command=""
  if [[ $row == *:* ]]; then command=${row#*:}; fi
  if [ -n "$command" ] && command -v "$command" >/dev/null; then continue; fi
  if ! command -v dpkg-query >/dev/null; then
    # Not Debian: the build will say what it cannot find.
    if [ -n "$command" ]; then echo "setup: please install $command" >&2; fi
    continue
  fi
  if ! installed "$package"; then missing+=("$package"); fi
done

lists_are_fresh=0
install_packages() {
  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "setup: missing packages, and neither root nor sudo to install them: $*" >&2
      exit 1
    fi
    sudo=(sudo)
  fi
  echo "setup: installing $*"
  if [ "$lists_are_fresh" = 0 ]; then
    "${sudo[@]}" apt-get update -qq
    lists_are_fresh=1
  fi
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "$@"
}

if [ "${#missing[@]}" -gt 0 ]; then install_packages "${missing[@]}"; fi

# The sanitizer and fuzzer runtimes of clang are a package of their own, whose name
# carries clang's version, so it can only be asked for once clang is there.
if [ "$1" = test ] && command -v clang++ >/dev/null && command -v dpkg-query >/dev/null; then
  runtime=$(find "$(clang++ -print-resource-dir)/lib" -name 'libclang_rt.fuzzer*' -print -quit 2>/dev/null || true)
  if [ -z "$runtime" ]; then
    major=$(clang++ -dumpversion)
    install_packages "libclang-rt-${major%%.*}-dev"
  fi
fi

#!/usr/bin/env bash
# quiet_library.sh - a library neither prints nor ends the process: its objects may not even ask for it.
#
#   quiet_library.sh LIBRARY
set -euo pipefail
# Only gcf_stream_io writes, to the file or descriptor that the caller names; standard output and error are no names of its own.
symbols=$(objdump -tC "$1" | awk '/file format/ { io = /gcf_stream_io/ } /\*UND\*/ && !(io && / (fwrite|write)$/)' || true)
if [ -z "$symbols" ]; then
  echo "no undefined symbols in $1: is it a static library of machine code?"
  exit 1
fi
forbidden='(abort|exit|_exit|quick_exit|terminate|printf|fprintf|vprintf|vfprintf|puts|fputs|putchar|fputc|fwrite|write|perror'
forbidden+='|__printf_chk|__fprintf_chk|__vfprintf_chk|std::cout|std::cerr|std::clog|std::terminate\(\)|stdout|stderr)'
if grep -E " $forbidden\$" <<<"$symbols"; then
  echo "the library uses the functions above"
  exit 1
fi
echo "quiet_library: $(wc -l <<<"$symbols") undefined symbols, none of them prints or exits"

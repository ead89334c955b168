// builtin_tables.cpp - takes the laid-out rank tables into the program as they are.
//
// The assembler copies the files; a compiler would need minutes for arrays of this size.
// The paths come from the build.
#include "tokens/builtin_tables.hpp"

#define LACONIC_INCLUDE_TABLE(symbol, file) \
  __asm__(                                  \
      ".pushsection .rodata\n"              \
      ".balign 64\n"                        \
      ".hidden " #symbol                    \
      "\n"                                  \
      ".global " #symbol "\n" #symbol       \
      ":\n"                                 \
      ".incbin \"" file                     \
      "\"\n"                                \
      ".popsection\n")

LACONIC_INCLUDE_TABLE(laconic_o200k_table, LACONIC_TABLE_FOLDER "/o200k_base.table");
LACONIC_INCLUDE_TABLE(laconic_cl100k_table, LACONIC_TABLE_FOLDER "/cl100k_base.table");

extern "C" {
__attribute__((visibility("hidden"))) extern const char laconic_o200k_table[];
__attribute__((visibility("hidden"))) extern const char laconic_cl100k_table[];
}

namespace laconic::tokens {

const void* o200k_table() noexcept {
  return laconic_o200k_table;
}
const void* cl100k_table() noexcept {
  return laconic_cl100k_table;
}

}  // namespace laconic::tokens

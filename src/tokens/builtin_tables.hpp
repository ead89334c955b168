// builtin_tables.hpp - the rank tables that are part of the program.
#pragma once

namespace laconic::tokens {

[[nodiscard]] const void* o200k_table() noexcept;
[[nodiscard]] const void* cl100k_table() noexcept;

}  // namespace laconic::tokens

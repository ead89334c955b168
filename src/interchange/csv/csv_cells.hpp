// csv_cells.hpp - what bare cells look like, for the reader and for the writer that foresees it.
#pragma once

#include <string_view>

#include "text/numbers.hpp"

namespace laconic::csv {

/// What the bare cells of a column look like; empty ones do not count.
enum Seen : unsigned { seen_number = 1, seen_boolean = 2, seen_text = 4 };

/// Whether a column keeps the type its bare cells look like.
[[nodiscard]] inline bool is_of_one_type(unsigned seen) noexcept {
  return seen == 0 || seen == seen_number || seen == seen_boolean;
}

/// Whether a number is spelled the way we spell it. `01`, `1.50` and `1e5` are more likely to be
/// codes and versions than numbers.
[[nodiscard]] inline bool is_canonical(const NumberToken& token, std::string_view text) noexcept {
  if (token.canonical) return true;
  if (token.kind == Kind::big_number) return text.find_first_of(".eE") == std::string_view::npos;
  if (token.kind != Kind::real || text.size() > 32) return false;
  char spelled[40];
  const double value = detail::real_from_text(text.data(), static_cast<std::uint32_t>(text.size()));
  const char* const end = write_real(spelled, value);
  return text == std::string_view(spelled, static_cast<std::size_t>(end - spelled));
}

}  // namespace laconic::csv

// jton_words.hpp - identifiers and keywords of JTON.
#pragma once

#include <string_view>

#include "text/ascii.hpp"

namespace laconic::jton {

[[nodiscard]] inline bool is_identifier_start(char c) noexcept {
  return static_cast<unsigned char>((c | 0x20) - 'a') < 26 || c == '_' || c == '$';
}
[[nodiscard]] inline bool is_identifier(std::string_view text) noexcept {
  if (text.empty() || !is_identifier_start(text[0])) return false;
  for (const char c : text) {
    if (!is_identifier_start(c) && !is_digit(c)) return false;
  }
  return true;
}

/// Words that are values.
[[nodiscard]] inline bool is_keyword(std::string_view text) noexcept {
  return text == "true" || text == "false" || text == "null" || text == "NaN" || text == "Infinity";
}

}  // namespace laconic::jton

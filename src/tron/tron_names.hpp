// tron_names.hpp - what a name is in TRON, and the names that classes get.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/ascii.hpp"

namespace laconic::tron {

[[nodiscard]] inline bool is_name_start(char c) noexcept {
  return static_cast<unsigned char>((c | 0x20) - 'a') < 26 || c == '_';
}
[[nodiscard]] inline bool is_word_character(char c) noexcept {
  return is_name_start(c) || is_digit(c);
}

[[nodiscard]] inline bool is_reserved(std::string_view word) noexcept {
  return word == "class" || word == "true" || word == "false" || word == "null";
}

/// Whether a property can stand in a class without quotes.
[[nodiscard]] inline bool is_bare(std::string_view text) noexcept {
  if (text.empty() || !is_name_start(text[0])) return false;
  for (const char c : text) {
    if (!is_word_character(c)) return false;
  }
  return !is_reserved(text);
}

/// A to Z, A1 to Z1, A2 ...
[[nodiscard]] inline std::string class_name(std::uint32_t index) {
  std::string name(1, static_cast<char>('A' + static_cast<char>(index % 26)));
  if (index >= 26) name += std::to_string(index / 26);
  return name;
}

}  // namespace laconic::tron

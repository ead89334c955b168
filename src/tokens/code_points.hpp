// code_points.hpp - what the split rules of tokenizers ask of a character.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tokens/unicode_classes.inc"

namespace laconic::tokens {

/// The numbers are those of tools/make_tables.py.
enum class CharClass : std::uint8_t {
  other = 0,
  upper = 1,   ///< Lu, Lt
  lower = 2,   ///< Ll
  letter = 3,  ///< Lm, Lo: no case
  mark = 4,
  number = 5,
  space = 6,  ///< White_Space but CR and LF
  newline = 7,
  punctuation = 8,
  symbol = 9,
};

/// A set of classes, one bit each.
using ClassSet = unsigned;
constexpr ClassSet set_of(CharClass c) noexcept {
  return 1U << static_cast<unsigned>(c);
}
template <class... More>
constexpr ClassSet set_of(CharClass c, More... more) noexcept {
  return set_of(c) | set_of(more...);
}

[[nodiscard]] constexpr CharClass class_of(char32_t c) noexcept {
  return static_cast<CharClass>(
      unicode::class_in_block[unicode::class_block[c >> 7] * 128U + (c & 127U)]);
}

/// One character of well-formed UTF-8.
struct Char {
  CharClass kind;
  std::uint8_t size;
  char32_t point;
  [[nodiscard]] bool in(ClassSet set) const noexcept { return (set_of(kind) & set) != 0; }
};

/// The character at `p`, which is the first byte of one.
[[nodiscard]] inline Char char_at(const char* p) noexcept {
  const auto byte = [p](unsigned i) { return static_cast<unsigned char>(p[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return {static_cast<CharClass>(unicode::class_in_block[first]), 1, first};
  char32_t point = 0;
  std::uint8_t size = 2;
  if (first < 0xE0) {
    point = (first & 0x1FU) << 6 | (byte(1) & 0x3FU);
  } else if (first < 0xF0) {
    point = (first & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
    size = 3;
  } else {
    point = (first & 0x07U) << 18 | (byte(1) & 0x3FU) << 12 | (byte(2) & 0x3FU) << 6 |
            (byte(3) & 0x3FU);
    size = 4;
  }
  return {class_of(point), size, point};
}

}  // namespace laconic::tokens

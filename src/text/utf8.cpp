// utf8.cpp - UTF-8 validation (simdjson's) and the search for the culprit.
#include "text/utf8.hpp"

#include <simdjson.h>

namespace laconic {

bool is_utf8(std::string_view text) noexcept {
  return simdjson::validate_utf8(text.data(), text.size());
}

std::size_t first_bad_utf8(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto continues = [&](std::size_t i) { return (byte(i) & 0xC0) == 0x80; };
  std::size_t i = 0;
  while (i < text.size()) {
    const unsigned first = byte(i);
    if (first < 0x80) {
      i += 1;
    } else if (first >= 0xC2 && first <= 0xDF && continues(i + 1)) {
      i += 2;
    } else if (first >= 0xE0 && first <= 0xEF && continues(i + 1) && continues(i + 2) &&
               !(first == 0xE0 && byte(i + 1) < 0xA0) &&  // overlong
               !(first == 0xED && byte(i + 1) > 0x9F)) {  // surrogate
      i += 3;
    } else if (first >= 0xF0 && first <= 0xF4 && continues(i + 1) && continues(i + 2) &&
               continues(i + 3) && !(first == 0xF0 && byte(i + 1) < 0x90) &&  // overlong
               !(first == 0xF4 && byte(i + 1) > 0x8F)) {                      // above U+10FFFF
      i += 4;
    } else {
      return i;
    }
  }
  return i;
}

char* put_utf8(char* out, char32_t character) noexcept {
  const auto put = [&](char32_t byte) { *out++ = static_cast<char>(byte); };
  if (character < 0x80) {
    put(character);
  } else if (character < 0x800) {
    put(0xC0 | (character >> 6));
    put(0x80 | (character & 0x3F));
  } else if (character < 0x10000) {
    put(0xE0 | (character >> 12));
    put(0x80 | ((character >> 6) & 0x3F));
    put(0x80 | (character & 0x3F));
  } else {
    put(0xF0 | (character >> 18));
    put(0x80 | ((character >> 12) & 0x3F));
    put(0x80 | ((character >> 6) & 0x3F));
    put(0x80 | (character & 0x3F));
  }
  return out;
}

}  // namespace laconic

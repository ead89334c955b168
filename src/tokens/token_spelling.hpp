// token_spelling.hpp - how vocabularies of SentencePiece spell bytes and spaces.
#pragma once

#include <string>
#include <string_view>

namespace laconic::tokens {

/// U+2581, which stands for a space.
inline constexpr std::string_view space_mark = "\xE2\x96\x81";

/// The value of a byte token, `<0x00>` to `<0xFF>`; -1 for any other text.
[[nodiscard]] int byte_token_value(std::string_view text) noexcept;
[[nodiscard]] std::string byte_token_text(unsigned byte);

/// Whether any UTF-8 holds this byte.
[[nodiscard]] constexpr bool is_utf8_byte(unsigned byte) noexcept {
  return byte != 0xC0 && byte != 0xC1 && byte <= 0xF4;
}

/// Appends a token's text with spaces for its marks.
void append_unmarked(std::string_view token, std::string& text);
/// Appends a text with marks for its spaces.
void append_marked(std::string_view text, std::string& out);

}  // namespace laconic::tokens

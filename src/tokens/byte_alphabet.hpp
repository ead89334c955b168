// byte_alphabet.hpp - GPT-2's spelling of bytes as printable characters.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <laconic/error.hpp>

#include "tokens/token_texts.hpp"

namespace laconic::tokens {

/// The character that stands for a byte: itself where Latin-1 prints it, else one from
/// U+0100 on. A space is U+0120, a line feed U+010A.
[[nodiscard]] char32_t character_of_byte(unsigned char byte) noexcept;

/// Bytes that every vocabulary of bytes has. Some real ones lack control characters, or
/// bytes of characters that do not exist.
[[nodiscard]] constexpr bool is_common_byte(unsigned byte) noexcept {
  return (byte >= 0x20 && byte < 0x7F) || (byte >= 0x80 && byte < 0xC0) || byte == '\n' ||
         byte == '\t';
}

/// The bytes that well-formed UTF-8 of such characters spells; false when one of its
/// characters stands for no byte.
[[nodiscard]] bool spell_bytes(std::string_view text, std::string& bytes);

/// Fills `texts` with the bytes that the tokens spell. A token that spells none, as a special
/// one may, can be decoded and not found.
[[nodiscard]] Result<Done> store_spelled(std::span<const TokenText> tokens, TokenTexts& texts);

}  // namespace laconic::tokens

// byte_alphabet.hpp - GPT-2's spelling of bytes as printable characters.
#pragma once

#include <string>
#include <string_view>

namespace laconic::tokens {

/// The character that stands for a byte: itself where Latin-1 prints it, else one from
/// U+0100 on. A space is U+0120, a line feed U+010A.
[[nodiscard]] char32_t character_of_byte(unsigned char byte) noexcept;

/// The bytes that well-formed UTF-8 of such characters spells; false when one of its
/// characters stands for no byte.
[[nodiscard]] bool spell_bytes(std::string_view text, std::string& bytes);

}  // namespace laconic::tokens

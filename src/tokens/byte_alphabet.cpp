// byte_alphabet.cpp - the table of GPT-2's byte spelling, both ways.
#include "tokens/byte_alphabet.hpp"

#include <array>
#include <cstdint>

#include "tokens/code_points.hpp"

namespace laconic::tokens {
namespace {

struct Alphabet {
  std::array<std::uint16_t, 256> character{};
  std::array<std::int16_t, 0x144> byte{};
};

constexpr Alphabet alphabet = [] {
  Alphabet made;
  made.byte.fill(-1);
  std::uint16_t next = 0x100;
  for (std::uint16_t byte = 0; byte < 256; ++byte) {
    const bool prints = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte != 0xAD);
    const std::uint16_t character = prints ? byte : next++;
    made.character[byte] = character;
    made.byte[character] = static_cast<std::int16_t>(byte);
  }
  return made;
}();
static_assert(alphabet.character[' '] == 0x120 && alphabet.character[0xAD] == 0x143);

}  // namespace

char32_t character_of_byte(unsigned char byte) noexcept {
  return alphabet.character[byte];
}

bool spell_bytes(std::string_view text, std::string& bytes) {
  bytes.clear();
  for (std::size_t at = 0; at < text.size();) {
    const Char c = char_at(text.data() + at);
    if (c.point >= alphabet.byte.size() || alphabet.byte[c.point] < 0) return false;
    bytes += static_cast<char>(alphabet.byte[c.point]);
    at += c.size;
  }
  return true;
}

}  // namespace laconic::tokens

// byte_alphabet.cpp - the table of GPT-2's byte spelling, both ways.
#include "tokens/byte_alphabet.hpp"

#include <array>
#include <cstdint>
#include <vector>

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

Result<Done> store_spelled(std::span<const TokenText> tokens, TokenTexts& texts) {
  std::string bytes;  // of all tokens
  std::vector<std::size_t> ends;
  std::vector<TokenText> list(tokens.begin(), tokens.end());
  std::string spelled;
  for (TokenText& token : list) {
    token.findable = token.findable && spell_bytes(token.text, spelled);
    bytes.append(token.findable ? std::string_view(spelled) : token.text);
    ends.push_back(bytes.size());
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::size_t start = i == 0 ? 0 : ends[i - 1];
    list[i].text = std::string_view(bytes).substr(start, ends[i] - start);
  }
  std::string fault;
  if (!texts.fill(list, fault)) return Error{Errc::duplicate_key, 0, fault};
  return Done{};
}

}  // namespace laconic::tokens

// base64.cpp - reads base64.
#include "tokens/base64.hpp"

#include <array>
#include <cstdint>

namespace laconic::tokens {
namespace {

constexpr std::uint8_t no_digit = 64;

constexpr auto base64_digits = [] {
  std::array<std::uint8_t, 256> table{};
  table.fill(no_digit);
  std::uint8_t value = 0;
  for (const char c :
       std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"))
    table[static_cast<unsigned char>(c)] = value++;
  return table;
}();

}  // namespace

bool append_base64(std::string_view text, std::string& out) {
  if (text.empty() || text.size() % 4 != 0) return false;
  std::size_t padding = 0;
  while (padding < 2 && text[text.size() - 1 - padding] == '=')
    ++padding;
  const std::size_t digits = text.size() - padding;
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint8_t digit =
        i < digits ? base64_digits[static_cast<unsigned char>(text[i])] : std::uint8_t{0};
    if (digit == no_digit) return false;
    bits = bits << 6 | digit;
    if (i % 4 != 3) continue;
    const std::size_t bytes = i + 1 == text.size() ? 3 - padding : 3;
    for (std::size_t b = 0; b < bytes; ++b)
      out += static_cast<char>(bits >> (16 - 8 * b) & 0xFF);
    bits = 0;
  }
  return true;
}

}  // namespace laconic::tokens

// token_spelling.cpp - byte tokens and U+2581.
#include "tokens/token_spelling.hpp"

namespace laconic::tokens {

int byte_token_value(std::string_view text) noexcept {
  if (text.size() != 6 || !text.starts_with("<0x") || text[5] != '>') return -1;
  int value = 0;
  for (const char c : text.substr(3, 2)) {
    if (c >= '0' && c <= '9') {
      value = value * 16 + (c - '0');
    } else if (c >= 'A' && c <= 'F') {
      value = value * 16 + (c - 'A' + 10);
    } else {
      return -1;
    }
  }
  return value;
}

std::string byte_token_text(unsigned byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string text = "<0x";
  text += digits[byte >> 4 & 15];
  text += digits[byte & 15];
  return text += '>';
}

void append_unmarked(std::string_view token, std::string& text) {
  std::size_t done = 0;
  for (std::size_t at = token.find(space_mark); at != std::string_view::npos;
       at = token.find(space_mark, done)) {
    text.append(token.substr(done, at - done)).append(" ");
    done = at + space_mark.size();
  }
  text.append(token.substr(done));
}

void append_marked(std::string_view text, std::string& out) {
  for (const char c : text) {
    if (c == ' ') {
      out.append(space_mark);
    } else {
      out += c;
    }
  }
}

}  // namespace laconic::tokens

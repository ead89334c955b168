// xml_text.cpp - characters of XML 1.0 and how attributes and text spell them.
#include "markup/xml_text.hpp"

#include <algorithm>

namespace laconic::markup {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};
// What Go calls unprintable beyond ASCII: controls, spaces, formats, private use. Characters
// that no version of Unicode has assigned are taken as printable.
constexpr Range unprintable[] = {
    {0x80, 0xA0},     {0xAD, 0xAD},       {0x600, 0x605},      {0x61C, 0x61C},   {0x6DD, 0x6DD},
    {0x70F, 0x70F},   {0x1680, 0x1680},   {0x180E, 0x180E},    {0x2000, 0x200F}, {0x2028, 0x202F},
    {0x205F, 0x206F}, {0x3000, 0x3000},   {0xE000, 0xF8FF},    {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFB},
    {0xFFFE, 0xFFFF}, {0xE0000, 0xE00FF}, {0xF0000, 0x10FFFF},
};

bool is_printable(char32_t character) noexcept {
  if (character < 0x7F) return character >= 0x20;
  if (character == 0x7F) return false;
  return std::none_of(std::begin(unprintable), std::end(unprintable), [&](const Range& range) {
    return character >= range.first && character <= range.last;
  });
}

void put_hex(Output& out, std::string_view prefix, char32_t value, unsigned digits) {
  out.put(prefix);
  while (digits-- != 0)
    out.put("0123456789abcdef"[(value >> (4 * digits)) & 15]);
}

bool put_entity(Output& out, char c) {
  switch (c) {
    case '&': out.put("&amp;"); return true;
    case '<': out.put("&lt;"); return true;
    case '>': out.put("&gt;"); return true;
    case '"': out.put("&quot;"); return true;
    default: return false;
  }
}

}  // namespace

char32_t take_character(std::string_view& text) noexcept {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t size = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  auto character = static_cast<char32_t>(size == 1 ? lead : lead & (0x7FU >> size));
  for (std::size_t i = 1; i < size; ++i)
    character = (character << 6) | (static_cast<unsigned char>(text[i]) & 0x3FU);
  text.remove_prefix(size);
  return character;
}

bool is_xml_character(char32_t character) noexcept {
  return character == 0x9 || character == 0xA || character == 0xD ||
         (character >= 0x20 && character <= 0xD7FF) ||
         (character >= 0xE000 && character <= 0xFFFD) ||
         (character >= 0x10000 && character <= 0x10FFFF);
}

bool is_xml_text(std::string_view text) noexcept {
  while (!text.empty()) {
    if (!is_xml_character(take_character(text))) return false;
  }
  return true;
}

void put_attribute(Output& out, std::string_view text) {
  for (const char c : text) {
    if (put_entity(out, c)) continue;
    switch (c) {
      case '\t': out.put("&#9;"); break;
      case '\n': out.put("&#10;"); break;
      case '\r': out.put("&#13;"); break;
      default: out.put(c);
    }
  }
}

void put_text(Output& out, std::string_view text) {
  for (const char c : text) {
    if (!put_entity(out, c)) out.put(c);
  }
}

void put_go_quoted(Output& out, std::string_view text) {
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t character = take_character(text);
    switch (character) {
      case '"': out.put("\\\""); break;
      case '\\': out.put("\\\\"); break;
      case '\a': out.put("\\a"); break;
      case '\b': out.put("\\b"); break;
      case '\f': out.put("\\f"); break;
      case '\n': out.put("\\n"); break;
      case '\r': out.put("\\r"); break;
      case '\t': out.put("\\t"); break;
      case '\v': out.put("\\v"); break;
      default:
        if (is_printable(character)) {
          out.put(before.substr(0, before.size() - text.size()));
        } else if (character < 0x80) {
          put_hex(out, "\\x", character, 2);
        } else if (character < 0x10000) {
          put_hex(out, "\\u", character, 4);
        } else {
          put_hex(out, "\\U", character, 8);
        }
    }
  }
}

}  // namespace laconic::markup

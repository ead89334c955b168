// nasty_texts.cpp - the kinds of texts, and their pools.
#include "nasty_texts.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace laconic::support {
namespace {

constexpr std::string_view pool[] = {
    "a",
    "b",
    "Z",
    "Q",
    "s",
    "t",
    "S",
    "re",
    "LL",
    "ve",
    "0",
    "9",
    "123",
    " ",
    "  ",
    "\t",
    "\n",
    "\r\n",
    "\r",
    "'",
    "'s",
    "'S",
    "'ll",
    "'Ve",
    "'\u017F",
    "\"",
    "|",
    ",",
    "/",
    "//",
    "\n/",
    "{",
    "}:",
    "\x1f",
    "\v",
    "\f",
    "!",
    "_",
    "word",
    "Word",
    "CAPS",
    "camelCase",
    "\u00E9",
    "\u0301",
    "\u4E2D",
    "\u017F",
    "\u0085",
    "\u00A0",
    "\u2028",
    "\u3000",
    "\u200D",
    "\uFEFF",
    "\u02B0",
    "\u01C5",
    "\u0660",
    "\u00BD",
    "\u2160",
    "\u20DD",
    "\U0001F600",
    "\U0001D7D8",
    "\u0915\u093F",
    "\uD55C",
};

constexpr std::string_view words[] = {
    "the",
    "don't",
    "it's",
    "We'LL",
    "Streich",
    "Gutkowski",
    "status",
    "shipped",
    "id",
    "null",
    "true",
    "-1.5e10",
    "2026",
    "12,345.67",
    "GmbH",
    "na\u00EFve",
    "\u0441\u043B\u043E\u0432\u043E",
    "\u65E5\u672C\u8A9E",
    "HTTPServer",
    "snake_case",
    "kebab-case",
    "user@example.com",
    "https://example.com/a/b?c=d#e",
    "C:\\temp\\x",
    "0x7fff",
    "#tag",
};

template <std::size_t size>
std::string_view pick(Random& random, const std::string_view (&from)[size]) {
  return from[random.below(size)];
}

char32_t any_point(Random& random) {
  while (true) {
    const std::size_t limit = random.chance(30) ? 0x800 : random.chance(50) ? 0x10000 : 0x110000;
    const auto point = static_cast<char32_t>(random.below(limit));
    if (point < 0xD800 || point > 0xDFFF) return point;
  }
}

std::string mixture(Random& random) {
  std::string text;
  for (std::size_t n = random.between(1, 60); n > 0; --n)
    text += pick(random, pool);
  return text;
}

std::string unicode(Random& random) {
  std::string text;
  for (std::size_t n = random.between(1, 30); n > 0; --n)
    append_utf8(text, random.chance(5) ? (random.chance(50) ? 0xD7FF : 0xE000) : any_point(random));
  return text;
}

std::string data(Random& random) {
  std::string text;
  const bool json = random.chance(50);
  for (std::size_t n = random.between(1, 12); n > 0; --n) {
    if (json) {
      text.append("{\"").append(pick(random, words)).append("\":");
      text.append(random.chance(50) ? "\"" : "").append(pick(random, words)).append("},");
    } else {
      text.append(pick(random, words)).append("|").append(pick(random, words)).append("\n");
    }
  }
  return text;
}

std::string prose(Random& random) {
  std::string text;
  for (std::size_t n = random.between(1, 40); n > 0; --n)
    text.append(pick(random, words)).append(random.chance(80) ? " " : pick(random, pool));
  return text;
}

std::string runs(Random& random) {
  std::string text;
  for (std::size_t n = random.between(1, 4); n > 0; --n) {
    const std::string_view one = pick(random, pool);
    const std::size_t times = random.chance(98) ? random.between(1, 40) : random.between(1, 1500);
    for (std::size_t i = 0; i < times; ++i)
      text += one;
  }
  return text;
}

/// One piece: letters, hexadecimal without digits, or Chinese, long enough for the heap.
std::string borderless(Random& random) {
  std::string text;
  const std::size_t size = random.chance(98) ? random.between(14, 120) : random.between(200, 5000);
  const std::size_t kind = random.below(4);
  while (text.size() < size) {
    if (kind == 0) text += static_cast<char>('a' + random.below(26));
    if (kind == 1) text += static_cast<char>('a' + random.below(3));
    if (kind == 2) append_utf8(text, static_cast<char32_t>(0x4E00 + random.below(3000)));
    if (kind == 3) text += "=-*#"[random.below(4)];
  }
  return text;
}

}  // namespace

void append_utf8(std::string& text, char32_t point) {
  const auto put = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (point < 0x80) {
    put(point);
  } else if (point < 0x800) {
    put(0xC0 | point >> 6);
    put(0x80 | (point & 0x3F));
  } else if (point < 0x10000) {
    put(0xE0 | point >> 12);
    put(0x80 | (point >> 6 & 0x3F));
    put(0x80 | (point & 0x3F));
  } else {
    put(0xF0 | point >> 18);
    put(0x80 | (point >> 12 & 0x3F));
    put(0x80 | (point >> 6 & 0x3F));
    put(0x80 | (point & 0x3F));
  }
}

std::string nasty_text(Random& random) {
  switch (random.below(10)) {
    case 0:
    case 1:
    case 2: return mixture(random);
    case 3:
    case 4: return unicode(random);
    case 5: return data(random);
    case 6: return prose(random);
    case 7: return runs(random);
    case 8: return borderless(random);
    default: return mixture(random) + unicode(random) + prose(random);
  }
}

std::string short_nasty_text(Random& random) {
  std::string text;
  for (std::size_t n = random.between(1, 10); n > 0; --n)
    text += pick(random, pool);
  return text;
}

}  // namespace laconic::support

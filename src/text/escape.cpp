// escape.cpp - escapes of quoted strings.
#include "text/escape.hpp"

#include <algorithm>
#include <cstdint>

#include "text/utf8.hpp"

namespace laconic {
namespace {

/// Four hex digits, or -1.
int hex4(const char* p, const char* end) noexcept {
  if (end - p < 4) return -1;
  int value = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = p[i];
    int digit = 0;
    if (c >= '0' && c <= '9') {
      digit = c - '0';
    } else if (c >= 'a' && c <= 'f') {
      digit = c - 'a' + 10;
    } else if (c >= 'A' && c <= 'F') {
      digit = c - 'A' + 10;
    } else {
      return -1;
    }
    value = value * 16 + digit;
  }
  return value;
}

Unescaped fault(const char* at, Errc code, const char* detail) noexcept {
  return {at, nullptr, code, detail};
}

/// The six-character escape \uXXXX at `p` (the backslash), or two of them.
Unescaped unescape_unicode(const char* p, const char* end, char* out) noexcept {
  const int unit = hex4(p + 2, end);
  if (unit < 0) return fault(p, Errc::invalid_escape, "\\u needs four hexadecimal digits");
  if (unit < 0xD800 || unit > 0xDFFF) return {p + 6, put_utf8(out, static_cast<char32_t>(unit))};
  if (unit >= 0xDC00) {
    return fault(p, Errc::invalid_surrogate, "a low surrogate escape without a high one before it");
  }
  if (end - p < 12 || p[6] != '\\' || p[7] != 'u') {
    return fault(p, Errc::invalid_surrogate,
                 "a high surrogate escape must be followed at once by a low one");
  }
  const int low = hex4(p + 8, end);
  if (low < 0) return fault(p + 6, Errc::invalid_escape, "\\u needs four hexadecimal digits");
  if (low < 0xDC00 || low > 0xDFFF) {
    return fault(p, Errc::invalid_surrogate,
                 "a high surrogate escape must be followed at once by a low one");
  }
  const auto character = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
  return {p + 12, put_utf8(out, static_cast<char32_t>(character))};
}

constexpr char hex_digits[] = "0123456789abcdef";

/// Escapes a piece of text small enough for one reservation.
void put_escaped(Output& out, std::string_view text) noexcept {
  char* to = out.reserve(text.size() * 6);
  const char* from = text.data();
  const char* const end = from + text.size();
  while (from < end) {
    const auto bytes = simd::Bytes::load(from);
    bytes.store(to);
    const auto left = static_cast<std::size_t>(end - from);
    const auto mask = (bytes.is('"') | bytes.is('\\') | bytes.at_most(0x1F)).mask().below(left);
    if (!mask.any()) {
      const std::size_t step = std::min(left, simd::width);
      from += step;
      to += step;
      continue;
    }
    from += mask.first();
    to += mask.first();
    const char c = *from++;
    *to++ = '\\';
    switch (c) {
      case '\b': *to++ = 'b'; break;
      case '\f': *to++ = 'f'; break;
      case '\n': *to++ = 'n'; break;
      case '\r': *to++ = 'r'; break;
      case '\t': *to++ = 't'; break;
      case '"':
      case '\\': *to++ = c; break;
      default:
        *to++ = 'u';
        *to++ = '0';
        *to++ = '0';
        *to++ = hex_digits[(c >> 4) & 15];
        *to++ = hex_digits[c & 15];
    }
  }
  out.advance_to(to);
}

}  // namespace

Unescaped unescape(const char* p, const char* text_end, char* out) noexcept {
  while (true) {
    const char* const stop = find_quote_or_escape(p);
    const auto plain = static_cast<std::size_t>(stop - p);
    simd::copy(out, p, plain);
    out += plain;
    p = stop;
    if (p >= text_end) return fault(p, Errc::unterminated_quote, "the string has no closing quote");
    if (*p == '"') return {p, out};
    if (*p != '\\') {
      return fault(
          p, Errc::invalid_escape,
          "a control character must be escaped inside quotes, for example as \\n or \\u0001");
    }
    if (p + 1 >= text_end) {
      return fault(p, Errc::unterminated_quote, "the string has no closing quote");
    }
    switch (p[1]) {
      case '"':
      case '\\':
      case '/': *out++ = p[1]; break;
      case 'b': *out++ = '\b'; break;
      case 'f': *out++ = '\f'; break;
      case 'n': *out++ = '\n'; break;
      case 'r': *out++ = '\r'; break;
      case 't': *out++ = '\t'; break;
      case 'u': {
        const Unescaped character = unescape_unicode(p, text_end, out);
        if (character.out_end == nullptr) return character;
        out = character.out_end;
        p = character.at;
        continue;
      }
      default:
        return fault(p, Errc::invalid_escape,
                     "unknown escape; the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
    }
    p += 2;
  }
}

void put_quoted(Output& out, std::string_view text) noexcept {
  // Large text goes in pieces, so that the reservation for the worst case stays small.
  constexpr std::size_t piece = 4096;
  out.put('"');
  while (text.size() > piece) {
    put_escaped(out, text.substr(0, piece));
    text.remove_prefix(piece);
  }
  put_escaped(out, text);
  out.put('"');
}

std::string quoted(std::string_view text) {
  std::string padded(text);
  padded.append(simd::width, '\0');
  Output out(~std::uint64_t{0});
  put_quoted(out, {padded.data(), text.size()});
  auto result = out.finish();
  return result ? std::move(*result) : std::string();
}

}  // namespace laconic

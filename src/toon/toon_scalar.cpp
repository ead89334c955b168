// toon_scalar.cpp - when a string needs quotes, how it is escaped, how numbers are spelled.
#include "toon/toon_scalar.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "text/ascii.hpp"
#include "text/numbers.hpp"
#include "text/plain_real.hpp"
#include "text/simd.hpp"
#include "value/store.hpp"

namespace laconic::toon {
namespace {

/// Digits, perhaps with a sign, fraction and exponent: what a reader, or a hasty one, takes
/// for a number, also 05 and +1.
bool looks_like_number(std::string_view text) noexcept {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t start = i;
    while (i < text.size() && is_digit(text[i]))
      ++i;
    return i != start;
  };
  if (text[i] == '+' || text[i] == '-') ++i;
  if (!digits()) return false;
  if (i < text.size() && text[i] == '.') {
    ++i;
    if (!digits()) return false;
  }
  if (i < text.size() && (text[i] | 0x20) == 'e') {
    ++i;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (!digits()) return false;
  }
  return i == text.size();
}

/// What the first and last character, or the whole word, ask for; `text` is not empty.
bool needs_quotes_as_word(std::string_view text) noexcept {
  if (text.back() == ' ') return true;
  switch (text[0]) {
    case ' ':
    case '-':
    case '#': return true;
    case 't': return text == "true";
    case 'f': return text == "false";
    case 'n': return text == "null";
    default: return (is_digit(text[0]) || text[0] == '+') && looks_like_number(text);
  }
}

}  // namespace

void ScalarWriter::scalar(const Value& v) {
  switch (v.kind()) {
    case Kind::string: return string(v.string());
    case Kind::null: return out_.put_literal("null");
    case Kind::boolean:
      if (v.boolean()) return out_.put_literal("true");
      return out_.put_literal("false");
    default: return number(v);
  }
}

void ScalarWriter::cells(std::span<const Value> values) {
  for (const Value& v : values) {
    // Most cells stand as they are: one reservation for the cell and the delimiter behind it.
    char* const p = out_.reserve(v.size() + 1);
    char* const end = v.is_string() ? bare_string(p, v.string()) : bare_number(p, v);
    if (end != nullptr) [[likely]] {
      *end = delimiter_;
      out_.advance_to(end + 1);
    } else {
      scalar(v);
      out_.put(delimiter_);
    }
  }
  out_.drop_last();
}

/// Writes a number whose text is canonical for GCF, which is so for TOON but for exponents, and
/// returns its end; nullptr for other values. Slack behind a reservation is a vector at least.
char* ScalarWriter::bare_number(char* p, const Value& v) {
  if (!v.is_number() || !detail::ValueAccess::has_canonical_text(v)) return nullptr;
  const std::string_view text = v.lexeme();
  if (text.size() > simd::width) return nullptr;
  const auto bytes = simd::Bytes::load(text.data());
  bytes.store(p);
  const bool has_exponent =
      v.kind() != Kind::integer && bytes.is('e').mask().below(text.size()).any();
  return has_exponent ? nullptr : p + text.size();
}

void ScalarWriter::number(const Value& v) {
  if (v.kind() == Kind::big_number) return out_.put(v.lexeme());
  char* const p = out_.reserve(48);
  if (char* const end = bare_number(p, v)) return out_.advance_to(end);
  if (v.kind() == Kind::integer) return out_.advance_to(write_integer(p, v.integer()));
  const double real = v.real();
  if (!std::isfinite(real)) return out_.put_literal("null");
  out_.advance_to(write_plain_real(p, real));
}

void ScalarWriter::string(std::string_view text) {
  if (char* const end = bare_string(out_.reserve(text.size()), text)) {
    out_.advance_to(end);
  } else {
    quoted(text);
  }
}

/// Writes a string that needs no quotes and returns its end; else nullptr.
char* ScalarWriter::bare_string(char* p, std::string_view text) {
  if (text.empty()) return nullptr;
  // Copy first, look while copying: most strings need nothing more. The text is padded.
  for (std::size_t i = 0; i < text.size(); i += simd::width) {
    const auto bytes = simd::Bytes::load(text.data() + i);
    bytes.store(p + i);
    const auto special = bytes.is(':') | bytes.is('"') | bytes.minus('[').at_most(2) |
                         bytes.is('{') | bytes.is('}') | bytes.at_most(0x1F) | bytes.is(delimiter_);
    if (special.mask().below(text.size() - i).any()) return nullptr;
  }
  return needs_quotes_as_word(text) ? nullptr : p + text.size();
}

void ScalarWriter::root_string(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) return quoted(text);
  string(text);
}

void ScalarWriter::quoted(std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  char* p = out_.reserve(6 * text.size() + 2);
  *p++ = '"';
  // The text is padded: whole vectors are copied, up to what needs an escape.
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto bytes = simd::Bytes::load(text.data() + i);
    bytes.store(p);
    const auto special =
        (bytes.is('"') | bytes.is('\\') | bytes.at_most(0x1F)).mask().below(text.size() - i);
    if (!special.any()) {
      const std::size_t plain = std::min(simd::width, text.size() - i);
      p += plain;
      i += plain - 1;
      continue;
    }
    const std::size_t plain = special.first();
    p += plain;
    i += plain;
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    *p++ = '\\';
    switch (c) {
      case '"':
      case '\\': *p++ = c; break;
      case '\n': *p++ = 'n'; break;
      case '\r': *p++ = 'r'; break;
      case '\t': *p++ = 't'; break;
      default:
        *p++ = 'u';
        *p++ = '0';
        *p++ = '0';
        *p++ = hex[byte >> 4];
        *p++ = hex[byte & 15];
    }
  }
  *p++ = '"';
  out_.advance_to(p);
}

void ScalarWriter::key(std::string_view text) {
  bool bare = !text.empty() && (is_letter(text[0]) || text[0] == '_');
  char* const p = out_.reserve(text.size());
  for (std::size_t i = 0; bare && i < text.size(); i += simd::width) {
    const auto bytes = simd::Bytes::load(text.data() + i);
    bytes.store(p + i);
    const auto word = bytes.minus('a').at_most(25) | bytes.minus('A').at_most(25) |
                      bytes.minus('0').at_most(9) | bytes.is('_') | bytes.is('.');
    bare = word.mask().leading() >= std::min(simd::width, text.size() - i);
  }
  if (!bare) return quoted(text);
  out_.advance_to(p + text.size());
}

}  // namespace laconic::toon

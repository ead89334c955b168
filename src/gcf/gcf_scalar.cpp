// gcf_scalar.cpp - GCF's scalars and keys as text.
#include "gcf/gcf_scalar.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "text/ascii.hpp"
#include "text/escape.hpp"
#include "text/numbers.hpp"
#include "text/simd.hpp"
#include "value/store.hpp"

namespace laconic::gcf {
namespace {

/// The token means something else than a string: null, a marker, a boolean, a number.
bool is_reserved(std::string_view text) noexcept {
  if (text.empty()) return true;
  switch (text[0]) {
    case '-': return text.size() == 1 || is_number_text(text);
    case '~': return text.size() == 1;
    case '^': return text.size() == 1 || (text.size() >= 3 && text[1] == '{' && text.back() == '}');
    case 't': return text == "true";
    case 'f': return text == "false";
    default: return is_digit(text[0]) && is_number_text(text);
  }
}

/// Looks like a number to a hasty reader: +1, -.5, .5, 007.
bool resembles_number(std::string_view text) noexcept {
  const auto digit_at = [&](std::size_t i) { return i < text.size() && is_digit(text[i]); };
  switch (text[0]) {
    case '+':
    case '-': return digit_at(text.size() > 1 && text[1] == '.' ? 2 : 1);
    case '.':
    case '0': return digit_at(1);
    default: return false;
  }
}

/// Contains `[` ... `]` spaces `:`, which at the start of a line would be an array.
bool resembles_inline_array(std::string_view text) noexcept {
  bool open = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') {
      open = true;
    } else if (text[i] == ']' && open) {
      std::size_t next = i + 1;
      while (next < text.size() && text[next] == ' ')
        ++next;
      if (next < text.size() && text[next] == ':') return true;
      open = false;
    }
  }
  return false;
}

/// C1 controls and white space beyond ASCII (GCF 2.4), by their UTF-8 bytes.
bool has_unicode_space(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    switch (byte(i)) {
      case 0xC2:
        if (byte(i + 1) <= 0xA0) return true;
        break;
      case 0xE1:
        if (byte(i + 1) == 0x9A && byte(i + 2) == 0x80) return true;
        break;
      case 0xE2:
        if (byte(i + 1) == 0x80) {
          const unsigned last = byte(i + 2);
          if (last <= 0x8A || last == 0xA8 || last == 0xA9 || last == 0xAF) return true;
        }
        if (byte(i + 1) == 0x81 && byte(i + 2) == 0x9F) return true;
        break;
      case 0xE3:
        if (byte(i + 1) == 0x80 && byte(i + 2) == 0x80) return true;
        break;
      case 0xEF:
        if (byte(i + 1) == 0xBB && byte(i + 2) == 0xBF) return true;
        break;
      default: break;
    }
  }
  return false;
}

/// Which of the bytes that may matter occur in a text.
struct Contents {
  bool quote_or_escape = false;  // also control characters
  bool pipe = false;
  bool comma = false;
  bool bracket = false;
  bool beyond_ascii = false;
};

Contents contents_of(std::string_view text) noexcept {
  Contents c;
  for (const char ch : text) {
    const auto byte = static_cast<unsigned char>(ch);
    c.quote_or_escape |= byte < 0x20 || byte == '"' || byte == '\\';
    c.pipe |= byte == '|';
    c.comma |= byte == ',';
    c.bracket |= byte == '[';
    c.beyond_ascii |= byte >= 0x80;
  }
  return c;
}

}  // namespace

bool is_bare_key(std::string_view key) noexcept {
  if (key.empty() || is_digit(key[0])) return false;
  return std::all_of(key.begin(), key.end(),
                     [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

namespace {

/// Starts with a digit other than 0 and is still no number, as dates do: behind the digits
/// stands something that no number goes on with. The text is padded.
bool is_date_like(std::string_view text) noexcept {
  if (static_cast<unsigned char>(text[0] - '1') >= 9 || text.back() == ' ') return false;
  const std::size_t digits = simd::count_digits(text.data());
  if (digits >= text.size()) return false;
  const char behind = text[digits];
  return behind != '.' && behind != 'e' && behind != 'E';
}

/// The part of `needs_quotes` that depends on how the text starts and ends.
bool starts_or_ends_badly(std::string_view text) noexcept {
  return is_reserved(text) || resembles_number(text) || text[0] == ' ' || text.back() == ' ' ||
         text[0] == '#' || text[0] == '@' || text[0] == '.';
}

}  // namespace

bool needs_quotes(std::string_view text) noexcept {
  if (starts_or_ends_badly(text)) return true;
  const Contents c = contents_of(text);
  return c.quote_or_escape || c.pipe || c.comma || (c.bracket && resembles_inline_array(text)) ||
         (c.beyond_ascii && has_unicode_space(text));
}

bool needs_quotes_at(Place place, std::string_view text) noexcept {
  if (is_reserved(text) || text[0] == ' ' || text.back() == ' ') return true;
  if (place == Place::first_cell && (text[0] == '#' || text[0] == '@' || text[0] == '.')) {
    return true;
  }
  const Contents c = contents_of(text);
  if (c.quote_or_escape || (c.beyond_ascii && has_unicode_space(text))) return true;
  switch (place) {
    case Place::value: return false;
    case Place::list: return c.comma || (c.bracket && resembles_inline_array(text));
    case Place::first_cell:
    case Place::cell: break;
  }
  return c.pipe;
}

void ScalarWriter::any_string(std::string_view text, Place place) noexcept {
  // Copy first, look while copying: most strings need nothing more.
  char* const p = out_.reserve(text.size());
  bool look_closer = false;
  for (std::size_t i = 0; i < text.size(); i += simd::width) {
    const auto bytes = simd::Bytes::load(text.data() + i);
    bytes.store(p + i);
    const auto always = bytes.is('"') | bytes.is('\\') | bytes.at_most(0x1F);
    const auto separator = bytes.is('|') | bytes.is(',');
    const auto maybe = bytes.is('[') | bytes.high();
    if ((always | separator | maybe).mask().below(text.size() - i).any()) {
      const auto quote = contextual_ ? always : always | separator;
      if (quote.mask().below(text.size() - i).any()) return put_quoted(out_, text);
      look_closer = true;
    }
  }
  if (look_closer || contextual_) {
    if (contextual_ ? needs_quotes_at(place, text) : needs_quotes(text))
      return put_quoted(out_, text);
  } else if (text.empty() || !plain_starts[static_cast<unsigned char>(text[0])] ||
             text.back() == ' ') {
    if (text.empty() || (!is_date_like(text) && starts_or_ends_badly(text))) {
      return put_quoted(out_, text);
    }
  }
  out_.advance_to(p + text.size());
}

void ScalarWriter::other_number(const Value& v) noexcept {
  char* const p = out_.reserve(32);
  switch (v.kind()) {
    case Kind::integer: return out_.advance_to(write_integer(p, v.integer()));
    case Kind::real: return out_.advance_to(write_real(p, v.real()));
    default: break;
  }
  // More digits than binary64 keeps, or beyond every range.
  const std::string_view lexeme = v.lexeme();
  const bool fraction = lexeme.find_first_of(".eE") != std::string_view::npos;
  const double rounded =
      detail::real_from_text(lexeme.data(), static_cast<std::uint32_t>(lexeme.size()));
  if (round_numbers_ && fraction && rounded != 0 && std::isfinite(rounded)) {
    return out_.advance_to(write_real(p, rounded));
  }
  if (out_of_range_.is_null()) out_of_range_ = v;
}

void ScalarWriter::key(std::string_view key) noexcept {
  if (is_bare_key(key)) {
    out_.put(key);
  } else {
    put_quoted(out_, key);
  }
}

Error out_of_range_error(std::string_view lexeme, std::uint64_t offset) {
  const bool whole = lexeme.find_first_of(".eE") == std::string_view::npos;
  std::string shown(lexeme.substr(0, 60));
  if (lexeme.size() > shown.size()) shown += "...";
  if (whole) {
    return {Errc::out_of_range, offset,
            shown +
                " is outside int64 (-9223372036854775808 to 9223372036854775807); "
                "model it as a string"};
  }
  const double value =
      detail::real_from_text(lexeme.data(), static_cast<std::uint32_t>(lexeme.size()));
  if (value != 0 && std::isfinite(value)) {
    return {
        Errc::out_of_range, offset,
        shown + " has more digits than binary64 keeps; model it as a string, or allow rounding"};
  }
  return {Errc::out_of_range, offset,
          shown + " is outside binary64 (5e-324 to 1.7976931348623157e+308); model it as a string"};
}

}  // namespace laconic::gcf

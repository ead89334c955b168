// yaml_scalar.cpp - the core schema's patterns, and those of YAML 1.1 to stay away from.
#include "interchange/yaml/yaml_scalar.hpp"

#include <algorithm>
#include <charconv>

#include "text/ascii.hpp"

namespace laconic::yaml {
namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) noexcept {
  return std::find(words.begin(), words.end(), text) != words.end();
}

/// 0x and 0o, which have no sign.
Resolved resolve_based(std::string_view digits, int base, std::string& json) {
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto read = std::from_chars(digits.data(), end, value, base);
  if (read.ptr != end || digits.empty()) return {};
  if (read.ec != std::errc()) return {Meaning::too_long};
  json = std::to_string(value);
  return {Meaning::number};
}

/// [-+]? (digits [. digits*] | . digits) [(e|E) [-+]? digits]
bool resolve_decimal(std::string_view text, std::string& json) {
  std::size_t i = 0;
  const auto digits = [&] {
    const std::size_t from = i;
    while (i < text.size() && is_digit(text[i]))
      ++i;
    return text.substr(from, i - from);
  };
  json.clear();
  if (text[0] == '-') json = "-";
  if (text[0] == '-' || text[0] == '+') ++i;
  std::string_view whole = digits();
  std::string_view fraction;
  const bool has_point = i < text.size() && text[i] == '.';
  if (has_point) {
    ++i;
    fraction = digits();
  }
  if (whole.empty() && fraction.empty()) return false;
  whole.remove_prefix(std::min(whole.find_first_not_of('0'), whole.size()));
  json.append(whole.empty() ? "0" : whole);
  if (has_point) json.append(".").append(fraction.empty() ? "0" : fraction);
  if (i < text.size() && lower(text[i]) == 'e') {
    ++i;
    json += 'e';
    if (i < text.size() && (text[i] == '-' || text[i] == '+')) json += text[i++];
    const std::string_view exponent = digits();
    if (exponent.empty()) return false;
    json.append(exponent);
  }
  return i == text.size();
}

bool is_infinite_or_nan(std::string_view text) noexcept {
  if (is_one_of(text, {".nan", ".NaN", ".NAN"})) return true;
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return is_one_of(text, {".inf", ".Inf", ".INF"});
}

/// Words of YAML 1.1 and 1.2, in any case.
bool is_word(std::string_view text) noexcept {
  constexpr std::string_view words[] = {"y",    "n", "yes", "no", "on",   "off",   "true",  "false",
                                        "null", "~", "=",   "<<", ".inf", "+.inf", "-.inf", ".nan"};
  return std::any_of(std::begin(words), std::end(words),
                     [text](std::string_view word) { return same_letters(text, word); });
}

/// Numbers with `_`, `1:20`, `0b1`, dates: what readers of YAML 1.1 do not take for strings, and
/// what looks so much like it that quotes are better.
bool looks_like_number(std::string_view text) noexcept {
  std::string_view rest = text;
  if (rest[0] == '-' || rest[0] == '+') rest.remove_prefix(1);
  if (rest.size() > 2 && rest[0] == '0' && is_letter(rest[1]) &&
      is_one_of(rest.substr(1, 1), {"x", "X", "o", "O", "b", "B"})) {
    return rest.find_first_not_of("0123456789abcdefABCDEF_", 2) == std::string_view::npos;
  }
  if (text.size() >= 8 && is_digit(text[0]) && is_digit(text[1]) && is_digit(text[2]) &&
      is_digit(text[3]) && text[4] == '-' && is_digit(text[5])) {
    return true;
  }
  if (text.find_first_not_of("0123456789_.:+-eE") != std::string_view::npos) return false;
  // 1.2.3 and 10.0.0.1 are nothing but strings.
  return text.find_first_of("0123456789") != std::string_view::npos &&
         std::count(text.begin(), text.end(), '.') <= 1;
}

bool may_start_plain(std::string_view text) noexcept {
  const char c = text[0];
  const char next = text.size() > 1 ? text[1] : '\0';
  if (is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80) return true;
  switch (c) {
    case '_':
    case '/':
    case '$':
    case '(':
    case '^':
    case ';':
    case '\\':
    case '<':
    case '~':
    case '+': return true;
    case '-': return is_letter(next);
    case '.': return is_letter(next) || next == '/';
    default: return false;
  }
}

/// C1 controls, line and paragraph separators, the byte order mark and what is no character.
bool is_special(std::string_view rest) noexcept {
  const auto byte = [rest](std::size_t i) {
    return i < rest.size() ? static_cast<unsigned char>(rest[i]) : 0U;
  };
  if (byte(0) == 0xC2) return byte(1) <= 0x9F;
  if (byte(0) == 0xE2) return byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9);
  return byte(0) == 0xEF &&
         ((byte(1) == 0xBB && byte(2) == 0xBF) || (byte(1) == 0xBF && byte(2) >= 0xBE));
}

}  // namespace

Resolved resolve(std::string_view text, std::string& json) {
  if (text.empty() || is_one_of(text, {"~", "null", "Null", "NULL"})) return {Meaning::null};
  const char c = text[0];
  if (!is_digit(c) && c != '-' && c != '+' && c != '.') {
    if (is_one_of(text, {"true", "True", "TRUE"})) return {Meaning::boolean, true};
    if (is_one_of(text, {"false", "False", "FALSE"})) return {Meaning::boolean, false};
    return {};
  }
  if (text.starts_with("0x")) return resolve_based(text.substr(2), 16, json);
  if (text.starts_with("0o")) return resolve_based(text.substr(2), 8, json);
  if (is_infinite_or_nan(text)) return {Meaning::not_finite};
  if (resolve_decimal(text, json)) return {Meaning::number};
  return {};
}

bool is_plain_string(std::string_view text) noexcept {
  if (text.empty() || text.front() == ' ' || text.back() == ' ' || text.back() == ':') return false;
  if (!may_start_plain(text) || is_word(text)) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x20 || c == 0x7F) return false;
    if (c == ':' && text[i + 1] == ' ') return false;  // never the last one
    if (c == '#' && i != 0 && text[i - 1] == ' ') return false;
    if (c >= 0xC2 && is_special(text.substr(i))) return false;
  }
  const char c = text[0];
  if (is_digit(c) || c == '-' || c == '+' || c == '.') return !looks_like_number(text);
  return true;
}

std::size_t find_unprintable(std::string_view text) noexcept {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x20) {
      if (c != '\t' && c != '\n' && c != '\r') return i;
    } else if (c == 0x7F) {
      return i;
    } else if (c == 0xC2 || c == 0xEF) {
      const std::string_view rest = text.substr(i);
      const bool allowed = rest.starts_with("\xC2\x85") || rest.starts_with("\xEF\xBB\xBF");
      if (!allowed && is_special(rest)) return i;
    }
  }
  return std::string_view::npos;
}

}  // namespace laconic::yaml

// goon_value.cpp - how GOON spells one value.
#include "goon/goon_value.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "base/output.hpp"
#include "text/ascii.hpp"
#include "text/decimal.hpp"
#include "text/numbers.hpp"
#include "value/json_text.hpp"

namespace laconic::goon {
namespace {

/// Members in byte order on every level, no spaces.
void put_sorted_json(Output& out, const Value& value) {
  if (value.is_scalar()) {
    detail::JsonText(out).value(value);
    return;
  }
  if (value.is_array()) {
    out.put('[');
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (i != 0) out.put(',');
      put_sorted_json(out, value.items()[i]);
    }
    out.put(']');
    return;
  }
  std::vector<std::size_t> order(value.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return value.key(a) < value.key(b); });
  out.put('{');
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i != 0) out.put(',');
    put_quoted(out, value.key(order[i]));
    out.put(':');
    put_sorted_json(out, value.values()[order[i]]);
  }
  out.put('}');
}

/// The longest start of the text with at most `count` characters.
std::string_view first_characters(std::string_view text, std::size_t count) noexcept {
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    if ((static_cast<unsigned char>(text[end]) & 0xC0) != 0x80 && count-- == 0) break;
  }
  return text.substr(0, end);
}

void append_quoted(std::string& out, std::string_view text, ValueLosses& losses) {
  out += '"';
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
          ++losses.controls;
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

/// Cut, then a date, then bare, then quoted. Returns the length before the cut, or 0.
std::uint64_t append_text(std::string& out, std::string_view key, std::string_view text,
                          ValueLosses& losses) {
  const std::size_t limit = limit_of(key);
  std::uint64_t original = 0;
  std::string cut;
  if (text.size() > limit) {  // characters are never more than bytes
    const std::size_t count = count_characters(text);
    if (count > limit) {
      original = count;
      ++losses.truncated;
      cut = std::string(first_characters(text, limit - 3)) + "...";
      text = cut;
    }
  }
  if (is_datetime(text)) {
    const std::size_t at = out.size() + 10;
    out.append(text);
    if (out[at] == ' ') {
      out[at] = 'T';
      ++losses.datetimes;
    }
  } else if (is_bare(text) && text != "true" && text != "false" && text != "null") {
    out.append(text);
    Kind kind = Kind::null;
    if (is_canonical_number(text, kind)) ++losses.lookalikes;
  } else {
    append_quoted(out, text, losses);
  }
  return original;
}

bool append_number(std::string& out, const Value& value, ValueLosses& losses) {
  const std::string_view lexeme = value.lexeme();
  if (value.kind() == Kind::integer) {
    out += lexeme == "-0" ? "-0" : std::to_string(value.integer());
    return true;
  }
  double number = 0;
  if (value.kind() == Kind::big_number) {
    std::uint64_t whole = 0;
    const char* const end = lexeme.data() + lexeme.size();
    if (const auto done = std::from_chars(lexeme.data(), end, whole);
        done.ec == std::errc() && done.ptr == end) {
      out.append(lexeme);
      return true;
    }
    if (std::from_chars(lexeme.data(), end, number).ec != std::errc()) {
      ++losses.not_finite;  // beyond binary64
      return false;
    }
    ++losses.rounded;
  } else {
    number = value.real();
  }
  out += plain_decimal(number);
  return true;
}

}  // namespace

std::size_t limit_of(std::string_view key) noexcept {
  const bool prose =
      key == "body" || key == "description" || key == "name" || key == "note" || key == "title";
  return prose ? 200 : 1000;
}

std::size_t count_characters(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

bool is_bare(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || is_digit(c) ||
           std::string_view("_-:./@+").find(c) != std::string_view::npos;
  });
}

bool is_datetime(std::string_view text) noexcept {
  if (!take_date(text)) return false;
  const bool small_t = text.starts_with('t');
  if (!take(text, ' ') && !take(text, 'T') && !take(text, 't')) return false;
  const int hour = take_digits(text, 2);
  if (hour < 0 || hour > 23 || !take(text, ':')) return false;
  const int minute = take_digits(text, 2);
  if (minute < 0 || minute > 59 || !take(text, ':')) return false;
  const int second = take_digits(text, 2);
  if (second < 0 || second > 60) return false;
  if (take(text, '.')) {
    if (text.empty() || !is_digit(text[0])) return false;
    while (!text.empty() && is_digit(text[0]))
      text.remove_prefix(1);
  }
  if (text.empty()) return !small_t;  // without a zone the letter is a capital
  if (text == "Z" || text == "z") return true;
  if (!take(text, '+') && !take(text, '-')) return false;
  const int zone_hour = take_digits(text, 2);
  if (zone_hour < 0 || zone_hour > 23 || !take(text, ':')) return false;
  const int zone_minute = take_digits(text, 2);
  return zone_minute >= 0 && zone_minute <= 59 && text.empty();
}

bool is_canonical_number(std::string_view text, Kind& kind) {
  if (!is_number_text(text) || text.find_first_of("eE") != std::string_view::npos) return false;
  const char* const first = text.data();
  const char* const last = first + text.size();
  std::int64_t small = 0;
  if (const auto done = std::from_chars(first, last, small);
      text != "-0" && done.ec == std::errc() && done.ptr == last) {
    kind = Kind::integer;
    return true;
  }
  std::uint64_t large = 0;
  if (const auto done = std::from_chars(first, last, large);
      text != "-0" && done.ec == std::errc() && done.ptr == last) {
    kind = Kind::big_number;
    return true;
  }
  double real = 0;
  if (std::from_chars(first, last, real).ec != std::errc() || !std::isfinite(real)) return false;
  kind = Kind::real;
  return plain_decimal(real) == text;
}

Written append_value(std::string& out, std::string_view key, const Value& value,
                     ValueLosses& losses) {
  switch (value.kind()) {
    case Kind::null: out += "null"; return {true, 0};
    case Kind::boolean: out += value.boolean() ? "true" : "false"; return {true, 0};
    case Kind::string: return {true, append_text(out, key, value.string(), losses)};
    case Kind::array:
    case Kind::object: {
      ++losses.nested;
      Output json(~std::uint64_t{0});
      put_sorted_json(json, value);
      if (const auto text = json.finish()) append_text(out, key, *text, losses);
      return {true, 0};
    }
    default: return {append_number(out, value, losses), 0};
  }
}

}  // namespace laconic::goon

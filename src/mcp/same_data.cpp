// same_data.cpp - compares documents member by member, numbers digit by digit.
#include "mcp/same_data.hpp"

#include <charconv>
#include <string>

#include <laconic/json.hpp>

namespace laconic::mcp {
namespace {

/// A decimal as digits without zeros at either end, and the place of its first digit.
struct Decimal {
  bool negative = false;
  std::string_view whole;  // digits before the point, without leading zeros
  std::string_view part;   // digits behind it
  long exponent = 0;       // as written
  bool readable = true;

  explicit Decimal(std::string_view text) noexcept {
    if (text.starts_with('-')) {
      negative = true;
      text.remove_prefix(1);
    }
    const std::size_t e = text.find_first_of("eE");
    if (e != std::string_view::npos) {
      std::string_view power = text.substr(e + 1);
      if (power.starts_with('+')) power.remove_prefix(1);
      const auto done = std::from_chars(power.data(), power.data() + power.size(), exponent);
      readable = done.ec == std::errc() && exponent > -1'000'000'000 && exponent < 1'000'000'000;
      text = text.substr(0, e);
    }
    const std::size_t point = text.find('.');
    whole = text.substr(0, point);
    if (point != std::string_view::npos) part = text.substr(point + 1);
    while (whole.starts_with('0'))
      whole.remove_prefix(1);
    while (part.ends_with('0'))
      part.remove_suffix(1);
  }

  [[nodiscard]] std::size_t digits() const noexcept { return whole.size() + part.size(); }
  [[nodiscard]] char digit(std::size_t i) const noexcept {
    return i < whole.size() ? whole[i] : part[i - whole.size()];
  }
};

}  // namespace

bool same_decimal(std::string_view a, std::string_view b) noexcept {
  const Decimal x(a);
  const Decimal y(b);
  if (!x.readable || !y.readable) return a == b;
  std::size_t first_x = 0;
  std::size_t first_y = 0;
  while (first_x < x.digits() && x.digit(first_x) == '0')
    ++first_x;
  while (first_y < y.digits() && y.digit(first_y) == '0')
    ++first_y;
  const bool zero_x = first_x == x.digits();
  const bool zero_y = first_y == y.digits();
  if (x.negative != y.negative) return false;
  if (zero_x || zero_y) return zero_x && zero_y;
  // The power of ten of the first digit.
  const auto power = [](const Decimal& d, std::size_t first) {
    return d.exponent + static_cast<long>(d.whole.size()) - static_cast<long>(first);
  };
  if (power(x, first_x) != power(y, first_y)) return false;
  std::size_t end_x = x.digits();
  std::size_t end_y = y.digits();
  while (x.digit(end_x - 1) == '0')
    --end_x;
  while (y.digit(end_y - 1) == '0')
    --end_y;
  if (end_x - first_x != end_y - first_y) return false;
  for (std::size_t i = 0; i < end_x - first_x; ++i) {
    if (x.digit(first_x + i) != y.digit(first_y + i)) return false;
  }
  return true;
}

namespace {

std::string spelling(Value number) {
  if (!number.lexeme().empty()) return std::string(number.lexeme());
  if (number.kind() == Kind::real && number.real() == 0) {
    return 1 / number.real() < 0 ? "-0" : "0";
  }
  auto text = json::encode(number);
  return text ? std::move(*text) : std::string();
}

bool same_number(Value a, Value b, Exactness exactness) {
  const std::string_view x = a.lexeme();
  const std::string_view y = b.lexeme();
  if (!x.empty() && x == y) return true;
  const std::string spelled_a = spelling(a);
  const std::string spelled_b = spelling(b);
  if (exactness == Exactness::lexeme) return spelled_a == spelled_b;
  return same_decimal(spelled_a, spelled_b);
}

}  // namespace

bool same_data(Value a, Value b, Exactness exactness) {
  if (a.is_number() && b.is_number()) return same_number(a, b, exactness);
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Kind::boolean: return a.boolean() == b.boolean();
    case Kind::string: return a.string() == b.string();
    case Kind::array: {
      if (a.size() != b.size()) return false;
      for (std::size_t i = 0; i < a.size(); ++i) {
        if (!same_data(a.items()[i], b.items()[i], exactness)) return false;
      }
      return true;
    }
    case Kind::object: {
      if (a.size() != b.size()) return false;
      for (std::size_t i = 0; i < a.size(); ++i) {
        if (a.key(i) != b.key(i) || !same_data(a.values()[i], b.values()[i], exactness))
          return false;
      }
      return true;
    }
    default: return true;  // null
  }
}

}  // namespace laconic::mcp

// decimal.cpp - the shortest decimal digits of a double, put where formats want them.
#include "text/decimal.hpp"

#include <charconv>
#include <cmath>

namespace laconic {

Decimal shortest_decimal(double value) noexcept {
  Decimal out{};
  out.negative = std::signbit(value);
  char text[32];
  const char* const end =
      std::to_chars(text, text + sizeof text, std::fabs(value), std::chars_format::scientific).ptr;
  const char* p = text;
  for (; *p != 'e'; ++p) {
    if (*p != '.') out.digits[out.count++] = *p;
  }
  std::from_chars(p + 2, end, out.exponent);
  if (p[1] == '-') out.exponent = -out.exponent;
  return out;
}

std::string plain_decimal(double value) {
  const Decimal number = shortest_decimal(value);
  std::string out(number.negative ? "-" : "");
  if (number.exponent < 0) {
    out.append("0.").append(static_cast<std::size_t>(-number.exponent - 1), '0');
    return out.append(number.text());
  }
  const auto whole = static_cast<std::size_t>(number.exponent) + 1;
  const std::string_view digits = number.text();
  out.append(digits.substr(0, whole));
  if (digits.size() <= whole) return out.append(whole - digits.size(), '0');
  return out.append(".").append(digits.substr(whole));
}

std::string json_decimal(double value) {
  const double magnitude = std::fabs(value);
  if (magnitude == 0 || (magnitude >= 1e-6 && magnitude < 1e21)) return plain_decimal(value);
  const Decimal number = shortest_decimal(value);
  std::string out(number.negative ? "-" : "");
  out += number.digits[0];
  if (number.count > 1) out.append(".").append(number.text().substr(1));
  out.append(number.exponent < 0 ? "e-" : "e+");
  return out.append(std::to_string(std::abs(number.exponent)));
}

std::string two_decimals(double value) {
  char buffer[512];  // the greatest double has 309 digits before the point
  const auto done =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, 2);
  return {buffer, done.ptr};
}

}  // namespace laconic

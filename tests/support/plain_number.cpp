// plain_number.cpp - numbers spelled digit by digit, to check the real writers.
#include "plain_number.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace laconic::support {

std::string plain_gcf_real(double value) {
  if (value == 0) return "0";
  char buffer[64];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, std::abs(value), std::chars_format::scientific);
  const std::string_view text(buffer, static_cast<std::size_t>(end.ptr - buffer));
  const std::size_t e = text.find('e');
  std::string digits(text.substr(0, 1));
  if (e > 1) digits += text.substr(2, e - 2);
  while (digits.size() > 1 && digits.back() == '0')
    digits.pop_back();
  const int exponent = std::atoi(std::string(text.substr(e + 1)).c_str());

  std::string out = std::signbit(value) ? "-" : "";
  const auto size = static_cast<int>(digits.size());
  if (std::abs(value) >= 1e-6 && std::abs(value) < 0x1p53) {
    if (exponent < 0) {
      out += "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
    } else if (exponent >= size - 1) {
      out += digits + std::string(static_cast<std::size_t>(exponent - size + 1), '0');
    } else {
      const auto point = static_cast<std::size_t>(exponent + 1);
      out += digits.substr(0, point) + '.' + digits.substr(point);
    }
    return out;
  }
  out += digits[0];
  if (size > 1) out += '.' + digits.substr(1);
  out += exponent < 0 ? "e-" : "e+";
  return out + std::to_string(std::abs(exponent));
}

std::string plain_json_real(double value) {
  return value == 0 && std::signbit(value) ? "-0" : plain_gcf_real(value);
}

}  // namespace laconic::support

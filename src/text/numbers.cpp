// numbers.cpp - classifying and writing numbers.
#include "text/numbers.hpp"

#include <charconv>
#include <cmath>
#include <cstring>

#include "text/ascii.hpp"
#include "text/simd.hpp"

namespace laconic {
namespace {

// Any decimal of up to this many digits survives the way to binary64 and back, so its
// shortest spelling is the one it has.
constexpr std::ptrdiff_t safe_digits = 15;
// printf("%.17g") identifies every double: such text is a double, however odd its digits.
constexpr std::ptrdiff_t double_digits = 17;
constexpr std::ptrdiff_t longest_checked = 1100;

/// The significant digits of a number, without leading zeros.
std::size_t significant_digits(std::string_view text, char* out) noexcept {
  std::size_t n = 0;
  for (const char c : text) {
    if (c == 'e' || c == 'E') break;
    if (is_digit(c) && (n != 0 || c != '0')) out[n++] = c;
  }
  return n;
}

/// Do the digits say more than the double does? They do not when printing the double
/// with that many digits gives them back.
bool says_more_than(std::string_view text, double value) noexcept {
  if (static_cast<std::ptrdiff_t>(text.size()) > longest_checked) return true;
  char digits[longest_checked];
  std::size_t n = significant_digits(text, digits);
  while (n > 0 && digits[n - 1] == '0')
    --n;
  if (static_cast<std::ptrdiff_t>(n) <= double_digits) return false;
  char printed[longest_checked + 32];
  const auto printed_end = std::to_chars(printed, printed + sizeof printed, std::fabs(value),
                                         std::chars_format::scientific, static_cast<int>(n) - 1);
  char printed_digits[longest_checked + 32];
  const std::size_t m = significant_digits(
      {printed, static_cast<std::size_t>(printed_end.ptr - printed)}, printed_digits);
  return m != n || std::memcmp(digits, printed_digits, n) != 0;
}

Kind kind_of_real(const char* p, const char* end, std::ptrdiff_t digits) noexcept {
  double value = 0;
  const auto read = std::from_chars(p, end, value);
  if (read.ec != std::errc()) return Kind::big_number;  // overflow, or underflow to nothing
  if (digits > double_digits && says_more_than({p, static_cast<std::size_t>(end - p)}, value)) {
    return Kind::big_number;
  }
  return Kind::real;
}

bool fits_int64(const char* digits, std::ptrdiff_t count, bool negative) noexcept {
  if (count != 19) return count < 19;
  return std::memcmp(digits, negative ? "9223372036854775808" : "9223372036854775807", 19) <= 0;
}

}  // namespace

NumberToken scan_number(const char* p) noexcept {
  constexpr NumberToken none{nullptr, Kind::null, false};
  const char* const start = p;
  const bool negative = *p == '-';
  p += negative ? 1 : 0;
  const char* const whole = p;
  const auto whole_digits = static_cast<std::ptrdiff_t>(simd::count_digits(p));
  p += whole_digits;
  if (whole_digits == 0 || (*whole == '0' && whole_digits > 1)) return none;
  if (*p != '.' && *p != 'e' && *p != 'E') [[likely]] {
    if (!fits_int64(whole, whole_digits, negative)) return {p, Kind::big_number, false};
    const bool negative_zero = negative && *whole == '0';
    return {p, Kind::integer, !negative_zero, negative_zero};
  }
  std::ptrdiff_t fraction_digits = 0;
  const char* const fraction = p + 1;
  if (*p == '.') {
    fraction_digits = static_cast<std::ptrdiff_t>(simd::count_digits(fraction));
    if (fraction_digits == 0) return none;
    p = fraction + fraction_digits;
  }
  if (*p != 'e' && *p != 'E') [[likely]] {
    if (whole_digits + fraction_digits <= safe_digits && p[-1] != '0' &&
        (*whole != '0' || fraction_digits < 7 || std::memcmp(fraction, "000000", 6) != 0)) {
      // The last digit is not 0, so the value is not 0; with fewer than six zeros behind
      // the point it is at least 0.000001, the smallest number in plain notation.
      return {p, Kind::real, true};
    }
  } else {
    ++p;
    if (*p == '+' || *p == '-') ++p;
    const std::size_t exponent_digits = simd::count_digits(p);
    if (exponent_digits == 0) return none;
    p += exponent_digits;
  }
  return {p, kind_of_real(start, p, whole_digits + fraction_digits), false};
}

bool is_number_text(std::string_view text) noexcept {
  const char* p = text.data();
  const char* const end = p + text.size();
  const auto digits = [&] {
    const char* const start = p;
    while (p != end && is_digit(*p))
      ++p;
    return p - start;
  };
  if (p != end && *p == '-') ++p;
  const bool zero = p != end && *p == '0';
  const std::ptrdiff_t whole = digits();
  if (whole == 0 || (zero && whole > 1)) return false;
  if (p != end && *p == '.') {
    ++p;
    if (digits() == 0) return false;
  }
  if (p != end && (*p == 'e' || *p == 'E')) {
    ++p;
    if (p != end && (*p == '+' || *p == '-')) ++p;
    if (digits() == 0) return false;
  }
  return p == end;
}

char* write_integer(char* out, std::int64_t value) noexcept {
  return std::to_chars(out, out + 20, value).ptr;
}

char* write_real(char* out, double value) noexcept {
  if (value == 0) {
    *out = '0';
    return out + 1;
  }
  if (value < 0) *out++ = '-';
  // d.ddddde[+-]xx: shortest digits, then put where they belong.
  char text[32];
  const char* const text_end =
      std::to_chars(text, text + sizeof text, std::fabs(value), std::chars_format::scientific).ptr;
  char digits[24] = {};
  int count = 0;
  const char* p = text;
  for (; *p != 'e'; ++p) {
    if (*p != '.') digits[count++] = *p;
  }
  int exponent = 0;
  const bool negative = p[1] == '-';
  std::from_chars(p + 2, text_end, exponent);
  if (negative) exponent = -exponent;

  const double magnitude = std::fabs(value);
  if (magnitude >= 1e-6 && magnitude < 9007199254740992.0) {
    if (exponent < 0) {
      *out++ = '0';
      *out++ = '.';
      for (int i = exponent + 1; i < 0; ++i)
        *out++ = '0';
      std::memcpy(out, digits, static_cast<std::size_t>(count));
      return out + count;
    }
    const int whole = exponent + 1;
    for (int i = 0; i < whole; ++i)
      *out++ = i < count ? digits[i] : '0';
    if (count > whole) {
      *out++ = '.';
      std::memcpy(out, digits + whole, static_cast<std::size_t>(count - whole));
      out += count - whole;
    }
    return out;
  }
  *out++ = digits[0];
  if (count > 1) {
    *out++ = '.';
    std::memcpy(out, digits + 1, static_cast<std::size_t>(count - 1));
    out += count - 1;
  }
  *out++ = 'e';
  *out++ = negative ? '-' : '+';
  return std::to_chars(out, out + 4, negative ? -exponent : exponent).ptr;
}

namespace detail {

std::int64_t integer_from_text(const char* text, std::uint32_t size) noexcept {
  std::int64_t value = 0;
  std::from_chars(text, text + size, value);
  return value;
}

double real_from_text(const char* text, std::uint32_t size) noexcept {
  double value = 0;
  std::from_chars(text, text + size, value);
  return value;
}

}  // namespace detail
}  // namespace laconic

// plain_real.cpp - shortest digits, put where they belong.
#include "text/plain_real.hpp"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstring>

#include "text/decimal.hpp"

namespace laconic {
namespace {

__extension__ using Uint128 = unsigned __int128;

/// Whether `count` digits and zeros up to 10^exponent are the value itself. From 2^53 on the
/// shortest digits may name another integer, which an exact reader would take them for.
bool is_exact(const char* digits, int count, int exponent, double value) noexcept {
  if (exponent < 15) return true;
  Uint128 whole = 0;
  for (int i = 0; i <= exponent; ++i)
    whole = whole * 10 + static_cast<unsigned>(i < count ? digits[i] - '0' : 0);
  return whole == static_cast<Uint128>(std::fabs(value));
}

}  // namespace

char* write_plain_real(char* out, double value) noexcept {
  if (value == 0) {
    *out = '0';
    return out + 1;
  }
  const Decimal number = shortest_decimal(value);
  if (number.negative) *out++ = '-';
  const char* const digits = number.digits;
  const int count = number.count;
  const int exponent = number.exponent;
  const auto put = [&out](const char* from, int size) {
    std::memcpy(out, from, static_cast<std::size_t>(size));
    out += size;
  };
  const auto zeros = [&out](int size) {
    std::memset(out, '0', static_cast<std::size_t>(size));
    out += size;
  };
  if (exponent < -6 || exponent > 20 || !is_exact(digits, count, exponent, value)) {
    *out++ = digits[0];
    if (count > 1) {
      *out++ = '.';
      put(digits + 1, count - 1);
    }
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    return std::to_chars(out, out + 4, exponent < 0 ? -exponent : exponent).ptr;
  }
  if (exponent < 0) {
    put("0.", 2);
    zeros(-exponent - 1);
    put(digits, count);
  } else if (count <= exponent + 1) {
    put(digits, count);
    zeros(exponent + 1 - count);
  } else {
    put(digits, exponent + 1);
    *out++ = '.';
    put(digits + exponent + 1, count - exponent - 1);
  }
  return out;
}

}  // namespace laconic

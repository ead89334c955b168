// decimal.hpp - the shortest decimal digits of a double, for formats that place them themselves.
#pragma once

#include <string>
#include <string_view>

namespace laconic {

/// |value| = d.ddd * 10^exponent, with the fewest digits that read back as the same double.
struct Decimal {
  char digits[24];
  int count;
  int exponent;
  bool negative;

  [[nodiscard]] std::string_view text() const noexcept {
    return {digits, static_cast<std::size_t>(count)};
  }
};

/// `value` must be finite. Zero is one digit and keeps its sign.
[[nodiscard]] Decimal shortest_decimal(double value) noexcept;

/// Without an exponent, however many zeros that takes: "-0", "0.0000001", "5".
[[nodiscard]] std::string plain_decimal(double value);

/// As ECMAScript and Go's encoding/json spell numbers: plain for 1e-6 <= |x| < 1e21, else
/// "1e-7", "1.5e+21"; the sign of zero is kept.
[[nodiscard]] std::string json_decimal(double value);

/// As C's "%.2f": correctly rounded, halves to even. `value` must be finite.
[[nodiscard]] std::string two_decimals(double value);

}  // namespace laconic

// numbers.hpp - JSON's number grammar, and numbers as text.
//
// A number stays text for as long as possible: readers only classify it, writers copy
// it when it is already spelled the way they would. Most numbers are never converted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <laconic/value.hpp>

#include "text/simd.hpp"

namespace laconic {

struct NumberToken {
  const char* end;             ///< behind the number; nullptr when the text does not start with one
  Kind kind;                   ///< integer, real or big_number
  bool canonical;              ///< spelled exactly as `write_real` or an integer's digits would be
  bool negative_zero = false;  ///< "-0", an integer by its spelling
};

/// The longest JSON number at `p`. The text needs a vector of readable bytes behind its
/// end, the first of which cannot continue a number.
[[nodiscard]] NumberToken scan_number(const char* p) noexcept;

/// The common case of `scan_number`, without a call: an integer of up to 18 digits, or a
/// decimal that is canonical as it stands. `end` is nullptr for everything else.
[[nodiscard]] inline NumberToken scan_common_number(const char* p) noexcept {
  constexpr NumberToken none{nullptr, Kind::null, false};
  const char* const whole = p + (*p == '-' ? 1 : 0);
  const std::size_t whole_digits = simd::count_digits(whole);
  const char* const behind = whole + whole_digits;
  // No leading zero (0.5 is left to the other function), and no zero with a sign.
  if (whole_digits - 1 >= 18 || (*whole == '0' && (whole_digits > 1 || whole != p))) return none;
  if (*behind != '.' && *behind != 'e' && *behind != 'E') return {behind, Kind::integer, true};
  if (*behind != '.' || *whole == '0') return none;
  const std::size_t fraction_digits = simd::count_digits(behind + 1);
  const char* const end = behind + 1 + fraction_digits;
  // Up to 15 digits survive the way to binary64 and back, so they are the shortest.
  if (fraction_digits == 0 || whole_digits + fraction_digits > 15 || end[-1] == '0' ||
      *end == 'e' || *end == 'E') {
    return none;
  }
  return {end, Kind::real, true};
}

/// True when the whole text is one JSON number. It may be followed by anything, and needs
/// no padding.
[[nodiscard]] bool is_number_text(std::string_view text) noexcept;

/// Canonical text of a finite double (GCF section 2.3.1): shortest digits, plain for
/// 1e-6 <= |x| < 2^53, otherwise d.ddde+x; zero is "0". `out` needs 32 bytes; returns
/// the end.
char* write_real(char* out, double value) noexcept;

/// Decimal digits; `out` needs 20 bytes.
char* write_integer(char* out, std::int64_t value) noexcept;

}  // namespace laconic

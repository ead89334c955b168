// numbers.hpp - JSON's number grammar, and numbers as text.
//
// A number stays text for as long as possible: readers only classify it, writers copy
// it when it is already spelled the way they would. Most numbers are never converted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <laconic/value.hpp>

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

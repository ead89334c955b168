// goon_value.hpp - how GOON spells one value, and what that costs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <laconic/value.hpp>

namespace laconic::goon {

/// What became of values on their way into text; counted for the report.
struct ValueLosses {
  std::uint64_t truncated = 0;
  std::uint64_t controls = 0;    // characters dropped
  std::uint64_t datetimes = 0;   // a space became a T
  std::uint64_t lookalikes = 0;  // texts that read back as numbers
  std::uint64_t nested = 0;
  std::uint64_t not_finite = 0;
  std::uint64_t rounded = 0;
};

/// How many characters a text of this property may have.
[[nodiscard]] std::size_t limit_of(std::string_view key) noexcept;

/// Unicode scalar values of well-formed UTF-8.
[[nodiscard]] std::size_t count_characters(std::string_view text) noexcept;

/// RFC 3339 or SQL, with everything in its range.
[[nodiscard]] bool is_datetime(std::string_view text) noexcept;

/// Whether the text needs no quotes by its characters.
[[nodiscard]] bool is_bare(std::string_view text) noexcept;

/// Whether a bare text is spelled as a number is; its kind is integer, real or big_number.
[[nodiscard]] bool is_canonical_number(std::string_view text, Kind& kind);

/// " key_len=N" is to follow when the result is not 0.
struct Written {
  bool printed;
  std::uint64_t original_length;
};

/// Appends a value other than null and ""; cut to the limit of `key`.
Written append_value(std::string& out, std::string_view key, const Value& value,
                     ValueLosses& losses);

}  // namespace laconic::goon

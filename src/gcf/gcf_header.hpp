// gcf_header.hpp - the first line of a payload, and the pairs of the trailer.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <laconic/error.hpp>

namespace laconic::gcf {

struct HeaderPair {
  std::string_view name;
  std::string_view value;
  const char* at;
};

/// The `name=value` pairs of a header or trailer line.
struct HeaderPairs {
  std::vector<HeaderPair> pairs;
  [[nodiscard]] const HeaderPair* find(std::string_view name) const noexcept;
};

struct HeaderFault {
  const char* at = nullptr;  ///< nullptr: no fault
  Errc code = Errc::malformed_header_field;
  const char* detail = "";
};

/// Reads pairs separated by runs of spaces from [p, end).
[[nodiscard]] HeaderFault read_pairs(const char* p, const char* end, HeaderPairs& out);

}  // namespace laconic::gcf

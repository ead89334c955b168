// same_data.hpp - the proxy's idea of "nothing was lost", stricter than same_value.
#pragma once

#include <string_view>

#include <laconic/value.hpp>

namespace laconic::mcp {

/// How equal numbers have to be.
enum class Exactness : unsigned char {
  value,   ///< the same decimal number, and the same sign of zero
  lexeme,  ///< the same spelling: 1.0 is not 1
};

/// The same keys in the same order, the same strings, numbers equal as decimals.
[[nodiscard]] bool same_data(Value a, Value b, Exactness exactness = Exactness::value);

/// Whether two numbers in JSON's grammar are the same decimal number, also beyond binary64.
[[nodiscard]] bool same_decimal(std::string_view a, std::string_view b) noexcept;

}  // namespace laconic::mcp

// number_text.hpp - numbers as JSON's relatives spell them.
#pragma once

#include <cstdint>

#include <laconic/value.hpp>

#include "base/output.hpp"

namespace laconic::detail {

enum class Spelling : std::uint8_t {
  standard,  ///< one spelling per number: that of `write_plain_real`
  shortest,  ///< that, or the one minified JSON has when it is shorter: 1e20
};

/// Writes a number. One beyond binary64 keeps its spelling in any case.
void put_number(Output& out, const Value& v, Spelling spelling) noexcept;

}  // namespace laconic::detail

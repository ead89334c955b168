// fixed_point.hpp - canonical GCF written, read and written again.
#pragma once

#include <string>
#include <string_view>

#include <laconic/value.hpp>

namespace laconic::support {

/// Checks that `wire`, the canonical text of `value`, reads back as the same value and
/// is written again byte for byte. A table gives its records one order of members, so a
/// value may come back in another order, align better, and be written differently once
/// more; it must then settle. Returns "" or what is wrong.
[[nodiscard]] std::string check_fixed_point(Value value, std::string_view wire);

}  // namespace laconic::support

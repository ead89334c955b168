// delta_operations.hpp - the suite's operations on pack roots and deltas.
#pragma once

#include <string>
#include <string_view>

#include <laconic/value.hpp>

namespace laconic::conformance {

/// Carries the operation out: what is wrong, or "" when all is well. False in `known` when
/// it is none of these operations.
std::string run_delta_operation(std::string_view operation, Value fixture, bool& known);

}  // namespace laconic::conformance

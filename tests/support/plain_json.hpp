// plain_json.hpp - a slow, obvious JSON writer and comparison to check the real ones.
#pragma once

#include <string>

#include <laconic/value.hpp>

namespace laconic::support {

/// `value` as JSON, written without any of the library's own writers.
[[nodiscard]] std::string plain_json(Value value, unsigned indent = 0);

/// Where two values differ ("/rows/3/name: 1 is not 2"), or "" when they are equal.
/// Numbers compare by value; with `ordered` the members must come in the same order.
[[nodiscard]] std::string difference(Value a, Value b, bool ordered);

}  // namespace laconic::support

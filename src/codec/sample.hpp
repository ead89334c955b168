// sample.hpp - a small value that looks like a large one.
#pragma once

#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic::detail {

/// `value` with about `fraction` of the elements of its outermost long arrays, and of the members
/// of its outermost long objects, evenly spread and copied whole.
[[nodiscard]] Result<Document> sample_of(Value value, double fraction);

}  // namespace laconic::detail

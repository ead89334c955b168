// json.hpp - what the parts of the JSON room share.
#pragma once

#include <cstddef>
#include <string_view>

#include <laconic/error.hpp>

namespace laconic::json {

/// Looks for the first fault that simdjson's first stage reports without a place: bad
/// UTF-8, a raw control character in a string, an unclosed string.
[[nodiscard]] Error find_lexical_fault(std::string_view text);

}  // namespace laconic::json

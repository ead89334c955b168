// json.hpp - what the parts of the JSON room share.
#pragma once

#include <cstddef>
#include <string_view>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic::json {

/// Looks for the first fault that simdjson's first stage reports without a place: bad
/// UTF-8, a raw control character in a string, an unclosed string.
[[nodiscard]] Error find_lexical_fault(std::string_view text);

/// The JSON texts on the lines of `text`, as one array.
[[nodiscard]] Result<Document> decode_lines(std::string_view text, const DecodeOptions& options);

}  // namespace laconic::json

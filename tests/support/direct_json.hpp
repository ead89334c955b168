// direct_json.hpp - GCF straight to JSON text must agree with the way by a document.
#pragma once

#include <string>
#include <string_view>

#include <laconic/codec.hpp>

namespace laconic::support {

/// Compares `gcf::to_json(text, options)` with `decoded`, what `gcf::decode` made of the
/// same text: JSON byte for byte, or the same error at the same place, and the same
/// notes. Returns "" or what differs.
[[nodiscard]] std::string check_to_json(std::string_view text, const DecodeOptions& options,
                                        const Result<Document>& decoded);

}  // namespace laconic::support

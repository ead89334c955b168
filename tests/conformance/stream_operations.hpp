// stream_operations.hpp - operations of the fixture suite that are about streams.
#pragma once

#include <string>

#include <laconic/value.hpp>

namespace laconic::conformance {

/// "" when the fixture's symbols and edges, written one by one, give its text.
[[nodiscard]] std::string graph_stream_encode(Value fixture);

}  // namespace laconic::conformance

// payload_value.hpp - a graph payload as a value of a document that is being made.
#pragma once

#include <laconic/graph.hpp>

#include "value/store.hpp"

namespace laconic::graph {

/// The JSON shape of `to_document`. When `maker.ok()` is false afterwards, memory or depth
/// ran out.
[[nodiscard]] Value make_value(detail::TreeMaker& maker, const Payload& payload);

}  // namespace laconic::graph

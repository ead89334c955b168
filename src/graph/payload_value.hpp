// payload_value.hpp - a graph payload as a value of a document that is being made.
#pragma once

#include <laconic/graph.hpp>

#include "value/store.hpp"

namespace laconic::graph {

/// The JSON shape of `to_document`. When `maker.ok()` is false afterwards, memory or depth
/// ran out.
[[nodiscard]] Value make_value(detail::TreeMaker& maker, const Payload& payload);

/// `to_document` for readers that have notes to leave: `maker` is used up.
[[nodiscard]] Result<Document> finish_document(detail::TreeMaker& maker, const Payload& payload);

/// What a document cannot hold of a payload that was made by hand (text that is not UTF-8,
/// numbers that are not finite) is refused by all writers.
[[nodiscard]] Result<Done> check_fit(const Payload& payload);

}  // namespace laconic::graph

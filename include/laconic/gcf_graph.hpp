// gcf_graph.hpp - GCF, graph profile: code-graph payloads as text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/graph.hpp>

namespace laconic::gcf {

struct GraphEncodeOptions : laconic::EncodeOptions {
  /// Refuse what the wire cannot carry (not_lossless) instead of leaving it out.
  bool lossless = false;
};

/// Writes a payload in canonical order: symbols by distance and score, edges by their ids.
/// What the wire cannot carry (signatures, score components, digits of a score beyond two
/// decimals, edges to symbols that are not there) is left out and told in `losses`, one
/// sentence per kind of loss; nullptr is for callers who do not want to know. Fails with
/// not_representable on names the wire has no form for and on edges whose name belongs to
/// two symbols, with duplicate_key on a symbol that occurs twice, with invalid_score on a
/// score that is no finite number.
[[nodiscard]] LACONIC_API Result<std::string> encode_graph(const graph::Payload& payload,
                                                           const GraphEncodeOptions& options,
                                                           std::vector<graph::Loss>* losses);

/// Reads a graph payload, buffered or streamed. A reference to a symbol of an earlier
/// payload is unresolved_reference here: gcf::SessionReader resolves them.
[[nodiscard]] LACONIC_API Result<graph::Payload> decode_graph(std::string_view text,
                                                              const DecodeOptions& options = {});

}  // namespace laconic::gcf

// goon.hpp - GOON (Graph Object Output Notation): answers of graph queries as lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/graph.hpp>
#include <laconic/value.hpp>

namespace laconic::goon {

struct EncodeOptions : laconic::EncodeOptions {
  /// What the header says of the writer; never the format_version of the input.
  std::string_view version = "1.0.0";
  /// Refuse names of types, properties and columns outside [A-Za-z0-9_.-], which are written
  /// as they are otherwise.
  bool strict_names = false;
};

struct DecodeOptions : laconic::DecodeOptions {
  /// A bare value that is spelled as GOON spells a number becomes one; else it stays text.
  /// GOON writes the text "123" and the number 123 in the same way.
  bool numbers = true;
};

/// Writes a GraphResponse (query_type, nodes, edges, group_columns, columns, rows, pagination),
/// alone or as the member result of an envelope. What GOON drops, cuts or blurs is told in
/// `options.losses`, one counted sentence each; without a list it goes untold here, while
/// laconic::encode refuses. The member truncated_values that `decode` makes is understood.
[[nodiscard]] LACONIC_API Result<std::string> encode(Value response,
                                                     const EncodeOptions& options = {});

/// Reads GOON into the shape of a GraphResponse. Ids are strings; texts that were cut are listed
/// in truncated_values as {node, key, length}; the cells of node columns are joined with their
/// nodes. `lenient` accepts wrong counts and keeps unknown header lines and sections.
[[nodiscard]] LACONIC_API Result<Document> decode(std::string_view text,
                                                  const DecodeOptions& options = {});

/// A payload as a GraphResponse: symbols are nodes with ordinals as ids, their kinds the types.
/// The tool, the pack root, token counts, components and states of edges have no place there.
[[nodiscard]] LACONIC_API Result<Document> from_payload(const graph::Payload& payload,
                                                        std::vector<Loss>* losses = nullptr);

/// A GraphResponse as a payload: names are the property qualified_name or Type:id, the
/// provenance is "goon", score and distance are 0.
[[nodiscard]] LACONIC_API Result<graph::Payload> to_payload(Value response,
                                                            std::vector<Loss>* losses = nullptr);

[[nodiscard]] LACONIC_API const Codec& codec() noexcept;

}  // namespace laconic::goon

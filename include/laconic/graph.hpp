// graph.hpp - code-graph payloads: ranked symbols and the edges between them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/error.hpp>
#include <laconic/export.hpp>
#include <laconic/value.hpp>

namespace laconic::graph {

/// What a score was made of; never on GCF's wire.
struct Components {
  double blast_radius = 0;
  double confidence = 0;
  double recency = 0;
  double distance = 0;
  bool operator==(const Components&) const = default;
};

/// A symbol is identified by its kind and qualified name together.
struct Symbol {
  std::string qualified_name;
  std::string kind;  ///< in full: "function", not "fn"
  double score = 0;
  std::string signature;
  std::string provenance;
  std::int64_t distance = 0;
  Components components;
  bool operator==(const Symbol&) const = default;
};

/// An edge names its ends by qualified name.
struct Edge {
  std::string source;
  std::string target;
  std::string type;
  std::string status;
  bool operator==(const Edge&) const = default;
};

struct Payload {
  std::string tool;
  std::int64_t token_budget = 0;
  std::int64_t tokens_used = 0;
  std::string pack_root;
  std::vector<Symbol> symbols;
  std::vector<Edge> edges;
  bool operator==(const Payload&) const = default;
};

using laconic::Loss;

/// Reads a payload from its JSON shape, in camelCase or snake_case. Missing numbers are 0,
/// missing strings empty, symbols and edges may be null or absent. Members it does not know
/// are reported in `losses` when given.
[[nodiscard]] LACONIC_API Result<Payload> from_value(Value value,
                                                     std::vector<Loss>* losses = nullptr);

/// The JSON shape that GCF's fixtures use: tool, tokenBudget, tokensUsed, packRoot, symbols
/// (qualifiedName, kind, score, provenance, distance, then signature and components only
/// when they are not empty), edges (source, target, edgeType, status).
[[nodiscard]] LACONIC_API Result<Document> to_document(const Payload& payload);

}  // namespace laconic::graph

// gcf_graph.hpp - what writing, reading and sessions of the graph profile share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <laconic/gcf_graph.hpp>
#include <laconic/value.hpp>

namespace laconic::gcf {

/// A symbol's identity as one text. Neither part can hold a space.
[[nodiscard]] std::string identity_of(std::string_view kind, std::string_view name);

/// Ids have at most 18 digits, so they fit everywhere.
inline constexpr std::uint64_t max_symbol_id = 999'999'999'999'999'999;

// ---- writing

/// A payload that was checked and put in order.
struct GraphPlan {
  struct PlannedEdge {
    std::size_t source;  // positions in `order`
    std::size_t target;
    std::size_t edge;  // index in the payload
  };
  std::vector<std::size_t> order;       // indices of symbols, in output order
  std::vector<std::string> identities;  // in output order
  std::vector<std::string> scores;      // in output order
  std::vector<PlannedEdge> edges;       // those that can be written
};

/// Checks everything that can fail before a byte is written. Losses are told first, then
/// refused if the options say so.
[[nodiscard]] Result<GraphPlan> plan_graph(const graph::Payload& payload,
                                           const GraphEncodeOptions& options,
                                           std::vector<graph::Loss>* losses);

/// How a symbol is written in a session.
struct SymbolLine {
  std::uint64_t id;
  bool reference;
};

/// `lines` has one entry per symbol in output order; nullptr outside sessions.
[[nodiscard]] Result<std::string> write_graph(const graph::Payload& payload, const GraphPlan& plan,
                                              const std::vector<SymbolLine>* lines,
                                              const GraphEncodeOptions& options);

// ---- reading

/// What a consumer knows of a symbol that was declared earlier.
struct KnownSymbol {
  std::string kind;  // in full
  std::string name;
  double score;
  std::string provenance;
};
using KnownSymbols = std::unordered_map<std::uint64_t, KnownSymbol>;

/// A full line of a session's payload: what its reader remembers from then on.
struct DeclaredSymbol {
  std::uint64_t id;
  KnownSymbol symbol;
};

struct GraphNote {
  Note::Type type;
  Errc code;
  std::uint64_t offset;
  std::string text;
};

/// A payload with all that its reader has to say.
struct GraphText {
  graph::Payload payload;
  bool session = false;
  std::vector<DeclaredSymbol> declared;  // for a session that was given
  std::vector<GraphNote> notes;
};

/// Reads a whole payload. References are looked up in `known`, if there is one.
[[nodiscard]] Result<GraphText> read_graph(std::string_view text, const DecodeOptions& options,
                                           const KnownSymbols* known);

/// A document of the payload with its notes.
[[nodiscard]] Result<Document> graph_document(const GraphText& text);

}  // namespace laconic::gcf

// peer_cases.hpp - generated cases for graphs, sessions, deltas and pack roots.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/delta.hpp>
#include <laconic/graph.hpp>

namespace laconic::peers {

/// What is asked of both libraries. Values are bits, for the tables of differences.
enum Operation : unsigned {
  graph_encode = 1,
  graph_decode = 2,
  session_encode = 4,
  graph_delta = 8,
  graph_root = 16,
  set_delta = 32,
  set_root = 64,
};
inline constexpr Operation all_operations[] = {
    graph_encode, graph_decode, session_encode, graph_delta, graph_root, set_delta, set_root};
[[nodiscard]] std::string_view name_of(Operation operation) noexcept;

/// A record of a keyed set: JSON text per field, empty where the field is absent.
using CaseRow = std::vector<std::string>;

struct CaseSet {
  std::string name = "rows";
  std::string key;
  std::vector<std::string> fields;
  std::vector<CaseRow> rows;
};

/// Everything that one question is about; each operation uses a part of it.
struct Case {
  Operation operation = graph_encode;
  std::vector<graph::Payload> payloads;  ///< one; several for sessions
  std::vector<std::string> variations;   ///< of the wire of graph_decode, by name
  graph::Delta delta;
  std::string tool;  ///< of keyed sets
  std::uint64_t delta_tokens = 0;
  std::uint64_t full_tokens = 0;
  CaseSet base;
  CaseSet next;
};

/// The same case for the same number, on every machine.
[[nodiscard]] Case make_case(Operation operation, std::uint64_t number);

/// The text that a case of graph_decode is about.
[[nodiscard]] std::string varied_wire(const Case& made);

}  // namespace laconic::peers

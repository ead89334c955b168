// pack_root.cpp - the canonical records of a graph payload and their hash (gcf-pack-root-v1).
#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

#include <laconic/delta.hpp>

#include "base/sha256.hpp"
#include "graph/symbol_text.hpp"
#include "text/escape.hpp"
#include "text/numbers.hpp"
#include "text/utf8.hpp"

namespace laconic::graph {
namespace {

Error refuse(std::string detail) {
  return {Errc::not_representable, 0, std::move(detail)};
}

bool has_control(std::string_view text) noexcept {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

/// Sorts by unsigned bytes; a record that occurs twice is the first of its kind.
const std::string* sort_records(std::vector<std::string>& records) {
  std::sort(records.begin(), records.end());  // char_traits compares unsigned
  const auto twice = std::adjacent_find(records.begin(), records.end());
  return twice == records.end() ? nullptr : &*twice;
}

}  // namespace

Result<std::string> canonical_bytes(const Payload& payload) {
  // By name: the kind, or an empty one when several symbols share the name.
  std::unordered_map<std::string_view, std::string_view> kinds;
  std::unordered_map<std::string, bool> identities;
  std::vector<std::string> symbols;
  symbols.reserve(payload.symbols.size());
  for (const Symbol& symbol : payload.symbols) {
    const std::string_view kind = short_kind(symbol.kind);
    if (!is_utf8(kind) || !is_utf8(symbol.qualified_name) || !is_utf8(symbol.provenance)) {
      return Error{Errc::invalid_utf8, 0, "a text of a symbol is not UTF-8"};
    }
    if (has_control(kind) || has_control(symbol.qualified_name) || has_control(symbol.provenance)) {
      return refuse("symbol " + quoted(symbol.qualified_name) + " holds a control character");
    }
    if (!std::isfinite(symbol.score)) {
      return Error{Errc::out_of_range, 0,
                   "the score of symbol " + quoted(symbol.qualified_name) + " is not finite"};
    }
    std::string record = "S\t";
    record.append(kind).append("\t").append(symbol.qualified_name);
    if (!identities.emplace(record, true).second) {
      return refuse("symbol " + quoted(symbol.qualified_name) + " of kind " + quoted(symbol.kind) +
                    " occurs twice");
    }
    char number[32];
    record.append("\t").append(number, write_real(number, travelled_score(symbol.score)));
    record.append("\t").append(symbol.provenance);
    record.append("\t").append(std::to_string(symbol.distance)).append("\n");
    symbols.push_back(std::move(record));
    const auto [known, fresh] = kinds.emplace(symbol.qualified_name, kind);
    if (!fresh) known->second = {};
  }
  std::vector<std::string> edges;
  edges.reserve(payload.edges.size());
  for (const Edge& edge : payload.edges) {
    if (!is_utf8(edge.type)) {
      return Error{Errc::invalid_utf8, 0, "the type of an edge is not UTF-8"};
    }
    if (has_control(edge.type)) return refuse("an edge's type holds a control character");
    std::string record = "E";
    for (const std::string* end : {&edge.source, &edge.target}) {
      const auto known = kinds.find(*end);
      if (known == kinds.end()) {
        return refuse("an edge names " + quoted(*end) + ", which is no symbol of the payload");
      }
      if (known->second.data() == nullptr) {
        return refuse("an edge names " + quoted(*end) + ", which symbols of two kinds are called");
      }
      record.append("\t").append(known->second).append("\t").append(*end);
    }
    edges.push_back(record.append("\t").append(edge.type).append("\n"));
  }
  static_cast<void>(sort_records(symbols));  // identities are unique
  if (const std::string* twice = sort_records(edges)) {
    return refuse("an edge occurs twice: " + quoted(twice->substr(2, twice->size() - 3)));
  }
  std::string bytes;
  for (const auto* records : {&symbols, &edges}) {
    for (const std::string& record : *records)
      bytes += record;
  }
  return bytes;
}

Result<std::string> pack_root(const Payload& payload) {
  const auto bytes = canonical_bytes(payload);
  if (!bytes) return bytes.error();
  return sha256_root(*bytes);
}

}  // namespace laconic::graph

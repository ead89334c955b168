// gcf_v1_1.hpp - an older GCF rendering of payloads, to reproduce published sizes.
#pragma once

#include <algorithm>
#include <charconv>
#include <string>
#include <unordered_map>
#include <vector>

#include <laconic/graph.hpp>

namespace laconic::support {

/// Edges in the order of the input; everything else as today.
inline std::string gcf_v1_1(const graph::Payload& payload) {
  std::vector<const graph::Symbol*> order;
  for (const graph::Symbol& symbol : payload.symbols)
    order.push_back(&symbol);
  std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
    return a->distance != b->distance ? a->distance < b->distance : a->score > b->score;
  });
  std::unordered_map<std::string, std::size_t> ids;
  for (std::size_t i = 0; i < order.size(); ++i)
    ids[order[i]->qualified_name] = i;
  std::vector<const graph::Edge*> edges;
  for (const graph::Edge& edge : payload.edges) {
    if (ids.contains(edge.source) && ids.contains(edge.target)) edges.push_back(&edge);
  }
  std::string out = "GCF profile=graph tool=" + payload.tool;
  if (payload.token_budget > 0) out += " budget=" + std::to_string(payload.token_budget);
  if (payload.tokens_used > 0) out += " tokens=" + std::to_string(payload.tokens_used);
  out += " symbols=" + std::to_string(order.size());
  if (!edges.empty()) out += " edges=" + std::to_string(edges.size());
  if (!payload.pack_root.empty()) out += " pack_root=" + payload.pack_root;
  out += "\n";
  const auto short_kind = [](const std::string& kind) -> std::string {
    if (kind == "function") return "fn";
    if (kind == "interface") return "iface";
    if (kind == "route_handler") return "route";
    if (kind == "external") return "ext";
    if (kind == "package") return "pkg";
    return kind == "service" ? "svc" : kind;
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    const graph::Symbol& symbol = *order[i];
    if (i == 0 || order[i - 1]->distance != symbol.distance) {
      const auto hop = symbol.distance;
      out += "## " + (hop == 0   ? "targets"
                      : hop == 1 ? "related"
                      : hop == 2 ? "extended"
                                 : "distance_" + std::to_string(hop));
      out += "\n";
    }
    char score[400];
    const auto end =
        std::to_chars(score, score + sizeof score, symbol.score, std::chars_format::fixed, 2);
    out += "@" + std::to_string(i) + " " + short_kind(symbol.kind) + " " + symbol.qualified_name +
           " " + std::string(score, end.ptr) + " " + symbol.provenance + "\n";
  }
  if (!payload.edges.empty()) {
    out += "## edges [" + std::to_string(edges.size()) + "]\n";
    for (const graph::Edge* edge : edges) {
      out += "@" + std::to_string(ids[edge->target]) + "<@" + std::to_string(ids[edge->source]) +
             " " + edge->type;
      if (!edge->status.empty() && edge->status != "unchanged") out += " " + edge->status;
      out += "\n";
    }
  }
  return out;
}

}  // namespace laconic::support

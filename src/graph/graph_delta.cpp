// graph_delta.cpp - the difference of two graph payloads, and its safe application.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <laconic/delta.hpp>

#include "graph/symbol_text.hpp"
#include "text/escape.hpp"

namespace laconic::graph {
namespace {

// Control characters are refused in names, so they separate them safely.
std::string identity(const Symbol& symbol) {
  return std::string(short_kind(symbol.kind)) + '\t' + symbol.qualified_name;
}

std::string identity(const Edge& edge) {
  return edge.source + '\t' + edge.target + '\t' + edge.type;
}

bool same_content(const Symbol& a, const Symbol& b) {
  return travelled_score(a.score) == travelled_score(b.score) && a.provenance == b.provenance &&
         a.distance == b.distance;
}

Error invalid(std::string detail) {
  return {Errc::delta_invalid, 0, std::move(detail) + "; ask for a full payload"};
}

std::string shown(const Symbol& symbol) {
  return "symbol " + quoted(symbol.qualified_name) + " of kind " + quoted(symbol.kind);
}

std::string shown(const Edge& edge) {
  return "the edge " + quoted(edge.source) + " -> " + quoted(edge.target) + " " + quoted(edge.type);
}

/// Takes `gone` out of `all` and puts `fresh` in, or says why not.
template <class T>
Result<std::vector<T>> exchange(const std::vector<T>& all, const std::vector<T>& gone,
                                const std::vector<T>& fresh) {
  std::unordered_set<std::string> present;
  for (const T& one : all)
    present.insert(identity(one));
  std::unordered_set<std::string> leaving;
  for (const T& one : gone) {
    const std::string id = identity(one);
    if (present.erase(id) == 0) return invalid("to be removed, but not there: " + shown(one));
    leaving.insert(id);
  }
  std::vector<T> result;
  result.reserve(all.size() + fresh.size());
  for (const T& one : all) {
    if (!leaving.contains(identity(one))) result.push_back(one);
  }
  for (const T& one : fresh) {
    if (!present.insert(identity(one)).second) {
      return invalid("to be added, but already exists: " + shown(one));
    }
    result.push_back(one);
  }
  return result;
}

}  // namespace

Result<Delta> diff(const Payload& base, const Payload& next) {
  Delta delta;
  delta.tool = next.tool;
  auto base_root = pack_root(base);
  if (!base_root) return base_root.error();
  auto new_root = pack_root(next);
  if (!new_root) return new_root.error();
  delta.base_root = std::move(*base_root);
  delta.new_root = std::move(*new_root);

  std::unordered_map<std::string, const Symbol*> before;
  for (const Symbol& symbol : base.symbols)
    before.emplace(identity(symbol), &symbol);
  std::unordered_set<std::string> stay;
  for (const Symbol& symbol : next.symbols) {
    std::string id = identity(symbol);
    const auto known = before.find(id);
    if (known != before.end() && same_content(*known->second, symbol)) {
      stay.insert(std::move(id));
    } else {
      delta.added.push_back(symbol);
    }
  }
  for (const Symbol& symbol : base.symbols) {
    if (!stay.contains(identity(symbol))) delta.removed.push_back(symbol);
  }
  std::unordered_set<std::string> edges_before;
  for (const Edge& edge : base.edges)
    edges_before.insert(identity(edge));
  std::unordered_set<std::string> edges_stay;
  for (const Edge& edge : next.edges) {
    std::string id = identity(edge);
    if (edges_before.contains(id)) {
      edges_stay.insert(std::move(id));
    } else {
      delta.added_edges.push_back(edge);
    }
  }
  for (const Edge& edge : base.edges) {
    if (!edges_stay.contains(identity(edge))) delta.removed_edges.push_back(edge);
  }
  const auto by_identity = [](const auto& a, const auto& b) { return identity(a) < identity(b); };
  std::sort(delta.removed.begin(), delta.removed.end(), by_identity);
  std::sort(delta.added.begin(), delta.added.end(), by_identity);
  std::sort(delta.removed_edges.begin(), delta.removed_edges.end(), by_identity);
  std::sort(delta.added_edges.begin(), delta.added_edges.end(), by_identity);
  return delta;
}

Result<Payload> apply(const Payload& base, const Delta& delta) {
  const auto base_root = pack_root(base);
  if (!base_root) return base_root.error();
  if (*base_root != delta.base_root) {
    return Error{Errc::base_mismatch, 0,
                 "the delta starts from " + delta.base_root.substr(0, 80) + ", the payload is " +
                     *base_root + "; ask for a full payload"};
  }
  auto symbols = exchange(base.symbols, delta.removed, delta.added);
  if (!symbols) return symbols.error();
  auto edges = exchange(base.edges, delta.removed_edges, delta.added_edges);
  if (!edges) return edges.error();
  Payload result;
  result.tool = delta.tool.empty() ? base.tool : delta.tool;
  result.token_budget = base.token_budget;
  result.symbols = std::move(*symbols);
  for (Symbol& symbol : result.symbols)
    symbol.score = travelled_score(symbol.score);  // as in a full payload
  result.edges = std::move(*edges);
  auto root = pack_root(result);
  if (!root) return invalid(root.error().detail);
  if (*root != delta.new_root) {
    return Error{Errc::root_mismatch, 0,
                 "the delta leads to " + *root + " and not to " + delta.new_root.substr(0, 80) +
                     " as it says; ask for a full payload"};
  }
  result.pack_root = std::move(*root);
  return result;
}

}  // namespace laconic::graph

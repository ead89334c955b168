// gcf_graph_write.cpp - graph payloads to GCF text (GCF 5, 6, 6a).
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include "base/output.hpp"
#include "gcf/gcf_graph.hpp"
#include "graph/symbol_text.hpp"
#include "text/escape.hpp"
#include "text/utf8.hpp"

namespace laconic::gcf {
namespace {

using graph::Edge;
using graph::Payload;
using graph::Symbol;

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);
constexpr std::size_t ambiguous = static_cast<std::size_t>(-2);

/// No blanks and no control characters: what stands between the spaces of a line.
bool is_word(std::string_view text) noexcept {
  return !text.empty() && std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F;
  });
}

/// Header values are printable ASCII without spaces.
bool is_header_value(std::string_view text) noexcept {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > 0x20 && c < 0x7F; });
}

Error not_representable(std::string detail) {
  return {Errc::not_representable, 0, std::move(detail)};
}

std::string shown(std::string_view text) {
  constexpr std::size_t most = 100;
  return quoted(is_utf8(text) ? text.substr(0, most) : "(not UTF-8)");
}

/// Checks a word of a symbol or an edge.
Result<Done> check_word(std::string_view text, std::string_view what, std::string_view owner) {
  if (!is_utf8(text)) {
    return Error{Errc::invalid_utf8, 0, std::string(what) + " is not UTF-8"};
  }
  if (is_word(text)) return Done{};
  return not_representable(std::string(what) + " " + shown(text) +
                           (owner.empty() ? "" : " of " + shown(owner)) +
                           " is empty or has a blank or a control character in it, which the "
                           "graph profile cannot carry");
}

/// Counts one kind of loss and remembers the first.
struct LossCount {
  std::size_t count = 0;
  std::string first;
  void add(std::string_view example) {
    if (count++ == 0) first = shown(example);
  }
  void tell(std::vector<graph::Loss>& out, std::string_view what, std::string_view fate) const {
    if (count == 0) return;
    out.push_back({std::to_string(count) + " " + std::string(what) +
                   (count == 1 ? ": " : ", the first of them: ") + first + "; " +
                   std::string(fate)});
  }
};

Result<Done> check_header(const Payload& payload) {
  if (!payload.tool.empty() && !is_header_value(payload.tool)) {
    return not_representable("the tool " + shown(payload.tool) +
                             " is not made of printable ASCII characters without blanks");
  }
  if (!payload.pack_root.empty() && !is_header_value(payload.pack_root)) {
    return not_representable("the pack root " + shown(payload.pack_root) +
                             " is not made of printable ASCII characters without blanks");
  }
  if (payload.token_budget < 0 || payload.tokens_used < 0) {
    return not_representable("token budget and tokens used cannot be negative");
  }
  return Done{};
}

Result<Done> check_symbol(const Symbol& symbol) {
  const std::string& name = symbol.qualified_name;
  if (auto done = check_word(name, "the qualified name", ""); !done) return done.error();
  if (auto done = check_word(symbol.kind, "the kind", name); !done) return done.error();
  if (auto done = check_word(symbol.provenance, "the provenance", name); !done) {
    return done.error();
  }
  if (symbol.distance < 0) {
    return not_representable("the distance of " + shown(name) + " is negative");
  }
  if (!std::isfinite(symbol.score)) {
    return Error{Errc::invalid_score, 0, "the score of " + shown(name) + " is no finite number"};
  }
  return Done{};
}

void put_group(Output& out, std::int64_t distance) {
  constexpr std::string_view names[] = {"targets", "related", "extended"};
  out.put_literal("## ");
  if (distance < 3) {
    out.put(names[distance]);
  } else {
    out.put_literal("distance_");
    out.put_unsigned(static_cast<std::uint64_t>(distance));
  }
  out.put('\n');
}

void put_count(Output& out, std::string_view name, std::uint64_t value) {
  out.put(' ');
  out.put(name);
  out.put('=');
  out.put_unsigned(value);
}

void put_id(Output& out, std::uint64_t id) {
  out.put('@');
  out.put_unsigned(id);
}

}  // namespace

std::string identity_of(std::string_view kind, std::string_view name) {
  return std::string(graph::short_kind(kind)).append(" ").append(name);
}

Result<GraphPlan> plan_graph(const Payload& payload, const GraphEncodeOptions& options,
                             std::vector<graph::Loss>* losses) {
  if (auto done = check_header(payload); !done) return done.error();
  GraphPlan plan;
  plan.order.resize(payload.symbols.size());
  std::iota(plan.order.begin(), plan.order.end(), std::size_t{0});
  LossCount digits;
  LossCount signatures;
  LossCount components;
  LossCount kinds;
  for (const Symbol& symbol : payload.symbols) {
    if (auto done = check_symbol(symbol); !done) return done.error();
    const std::string& name = symbol.qualified_name;
    if (!symbol.signature.empty()) signatures.add(name);
    if (symbol.components != graph::Components{}) components.add(name);
    if (graph::long_kind(symbol.kind) != symbol.kind) kinds.add(symbol.kind);
  }
  std::stable_sort(plan.order.begin(), plan.order.end(), [&](std::size_t a, std::size_t b) {
    const Symbol& x = payload.symbols[a];
    const Symbol& y = payload.symbols[b];
    return x.distance != y.distance ? x.distance < y.distance : x.score > y.score;
  });

  std::unordered_map<std::string_view, std::size_t> by_name;
  std::unordered_map<std::string, std::size_t> by_identity;
  for (std::size_t i = 0; i < plan.order.size(); ++i) {
    const Symbol& symbol = payload.symbols[plan.order[i]];
    plan.identities.push_back(identity_of(symbol.kind, symbol.qualified_name));
    if (!by_identity.emplace(plan.identities.back(), i).second) {
      return Error{Errc::duplicate_key, 0,
                   "the symbol " + shown(symbol.qualified_name) + " of kind " + shown(symbol.kind) +
                       " is there twice"};
    }
    const auto [place, first] = by_name.emplace(symbol.qualified_name, i);
    if (!first) place->second = ambiguous;
    plan.scores.push_back(graph::score_text(symbol.score));
    if (graph::travelled_score(symbol.score) != symbol.score) digits.add(symbol.qualified_name);
  }

  LossCount dangling;
  LossCount unchanged;
  for (std::size_t i = 0; i < payload.edges.size(); ++i) {
    const Edge& edge = payload.edges[i];
    const auto find = [&](const std::string& name) {
      const auto found = by_name.find(name);
      return found == by_name.end() ? nowhere : found->second;
    };
    const std::size_t source = find(edge.source);
    const std::size_t target = find(edge.target);
    const auto arrow = [&] { return edge.source + " -> " + edge.target; };
    if (source == nowhere || target == nowhere) {
      dangling.add(arrow());
      continue;
    }
    if (source == ambiguous || target == ambiguous) {
      return not_representable("the edge " + shown(arrow()) +
                               " names two symbols at once: an edge has only names, and one of "
                               "them belongs to symbols of different kinds");
    }
    if (auto done = check_word(edge.type, "the type", arrow()); !done) return done.error();
    if (!edge.status.empty()) {
      if (auto done = check_word(edge.status, "the status", arrow()); !done) return done.error();
    }
    if (edge.status == "unchanged") unchanged.add(arrow());
    plan.edges.push_back({source, target, i});
  }

  std::vector<graph::Loss> found;
  dangling.tell(found, "edge(s) lead to or from a symbol that is not in the payload", "left out");
  digits.tell(found, "score(s) with more than two decimals", "rounded to two");
  signatures.tell(found, "signature(s)", "left out");
  components.tell(found, "symbol(s) with score components", "the components are left out");
  kinds.tell(found, "kind(s) that are abbreviations", "read back in full");
  unchanged.tell(found, "edge(s) with the status unchanged", "read back without status");
  if (losses != nullptr) losses->insert(losses->end(), found.begin(), found.end());
  if (options.lossless && !found.empty()) {
    std::string detail = found.front().what;
    if (found.size() > 1) {
      detail += " (and " + std::to_string(found.size() - 1) + " more kind(s) of loss)";
    }
    return Error{Errc::not_lossless, 0, std::move(detail)};
  }
  return plan;
}

Result<std::string> write_graph(const Payload& payload, const GraphPlan& plan,
                                const std::vector<SymbolLine>* lines,
                                const GraphEncodeOptions& options) {
  const auto id_at = [&](std::size_t place) {
    return lines != nullptr ? (*lines)[place].id : static_cast<std::uint64_t>(place);
  };
  Output out(options.max_bytes, 64 * (plan.order.size() + 1) + 16 * plan.edges.size());
  out.put_literal("GCF profile=graph");
  if (!payload.tool.empty()) {
    out.put_literal(" tool=");
    out.put(payload.tool);
  }
  if (payload.token_budget != 0) {
    put_count(out, "budget", static_cast<std::uint64_t>(payload.token_budget));
  }
  if (payload.tokens_used != 0) {
    put_count(out, "tokens", static_cast<std::uint64_t>(payload.tokens_used));
  }
  put_count(out, "symbols", plan.order.size());
  if (!plan.edges.empty()) put_count(out, "edges", plan.edges.size());
  if (lines != nullptr) out.put_literal(" session=true");
  if (!payload.pack_root.empty()) {
    out.put_literal(" pack_root=");
    out.put(payload.pack_root);
  }
  out.put('\n');

  std::int64_t group = -1;
  for (std::size_t i = 0; i < plan.order.size(); ++i) {
    const Symbol& symbol = payload.symbols[plan.order[i]];
    if (symbol.distance != group) put_group(out, symbol.distance);
    group = symbol.distance;
    put_id(out, id_at(i));
    if (lines != nullptr && (*lines)[i].reference) {
      out.put_literal("  # previously transmitted\n");
      continue;
    }
    out.put(' ');
    out.put(plan.identities[i]);  // kind and name with a space between them
    out.put(' ');
    out.put(plan.scores[i]);
    out.put(' ');
    out.put(symbol.provenance);
    out.put('\n');
  }
  if (payload.edges.empty()) return out.finish();

  std::vector<GraphPlan::PlannedEdge> edges = plan.edges;
  std::stable_sort(edges.begin(), edges.end(), [&](const auto& a, const auto& b) {
    const auto rank = [&](const GraphPlan::PlannedEdge& edge) {
      return std::tuple(id_at(edge.source), id_at(edge.target),
                        std::string_view(payload.edges[edge.edge].type));
    };
    return rank(a) < rank(b);
  });
  out.put_literal("## edges [");
  out.put_unsigned(edges.size());
  out.put_literal("]\n");
  for (const GraphPlan::PlannedEdge& planned : edges) {
    const Edge& edge = payload.edges[planned.edge];
    put_id(out, id_at(planned.target));
    out.put('<');
    put_id(out, id_at(planned.source));
    out.put(' ');
    out.put(edge.type);
    if (!edge.status.empty() && edge.status != "unchanged") {
      out.put(' ');
      out.put(edge.status);
    }
    out.put('\n');
  }
  return out.finish();
}

Result<std::string> encode_graph(const Payload& payload, const GraphEncodeOptions& options,
                                 std::vector<graph::Loss>* losses) {
  auto plan = plan_graph(payload, options, losses);
  if (!plan) return plan.error();
  return write_graph(payload, *plan, nullptr, options);
}

}  // namespace laconic::gcf

// peer_cases.cpp - generates the cases: mostly ordinary ones, some with one or two oddities.
#include "peer_cases.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

#include <laconic/builder.hpp>
#include <laconic/gcf_graph.hpp>
#include <laconic/json.hpp>

#include "generate.hpp"
#include "random.hpp"
#include "wire_variations.hpp"

namespace laconic::peers {
namespace {

using support::Random;

std::string pick(Random& random, std::span<const std::string_view> from) {
  return std::string(random.pick(from));
}

// ---- graphs

std::string ordinary_kind(Random& random) {
  constexpr std::string_view kinds[] = {
      "function", "type",  "method",  "interface", "var",    "const",
      "resource", "table", "class",   "selector",  "field",  "route_handler",
      "external", "file",  "package", "service",   "widget", "fn"};
  return pick(random, kinds);
}

double ordinary_score(Random& random) {
  switch (random.below(4)) {
    case 0: return static_cast<double>(random.below(8)) / 8;  // halves of a hundredth
    case 1: return -static_cast<double>(random.below(300)) / 100;
    default: return static_cast<double>(random.below(101)) / 100;
  }
}

/// Names that are odd, but that both libraries can carry.
std::string ordinary_name(Random& random, std::size_t number) {
  constexpr std::string_view odd[] = {"#x", "<",        "@1",  "a->b", "true",
                                      "-",  "\xC3\xA9", "1e5", "\""};
  if (random.chance(10)) return pick(random, odd);
  return "pkg.F" + std::to_string(number);
}

bool has_name(const graph::Payload& payload, const std::string& name) {
  return std::any_of(payload.symbols.begin(), payload.symbols.end(),
                     [&](const graph::Symbol& symbol) { return symbol.qualified_name == name; });
}

graph::Payload ordinary_payload(Random& random, std::size_t variety = 30) {
  constexpr std::string_view provenances[] = {"lsp_resolved", "ast_inferred", "rwr"};
  constexpr std::string_view types[] = {"calls", "imports", "implements"};
  constexpr std::string_view statuses[] = {"", "", "added", "removed", "unchanged"};
  graph::Payload payload;
  payload.tool = random.chance(50) ? "context_for_task" : "t";
  payload.token_budget = static_cast<std::int64_t>(random.below(3) * 1000);
  payload.tokens_used = static_cast<std::int64_t>(random.below(3) * 77);
  if (random.chance(20)) payload.pack_root = "sha256:00ff";
  for (std::size_t i = random.below(8); i > 0; --i) {
    graph::Symbol symbol;
    symbol.qualified_name = ordinary_name(random, random.below(variety));
    if (has_name(payload, symbol.qualified_name)) continue;
    symbol.kind = ordinary_kind(random);
    symbol.score = ordinary_score(random);
    symbol.provenance = pick(random, provenances);
    symbol.distance = static_cast<std::int64_t>(random.below(random.chance(10) ? 12 : 4));
    payload.symbols.push_back(std::move(symbol));
  }
  for (std::size_t i = random.below(6); i > 0 && !payload.symbols.empty(); --i) {
    graph::Edge edge;
    edge.source = payload.symbols[random.below(payload.symbols.size())].qualified_name;
    edge.target = payload.symbols[random.below(payload.symbols.size())].qualified_name;
    edge.type = pick(random, types);
    edge.status = pick(random, statuses);
    const bool twice = std::any_of(payload.edges.begin(), payload.edges.end(), [&](const auto& e) {
      return e.source == edge.source && e.target == edge.target && e.type == edge.type;
    });
    if (!twice) payload.edges.push_back(std::move(edge));
  }
  return payload;
}

/// Renames a symbol and the ends of its edges.
void rename(graph::Payload& payload, std::size_t index, const std::string& name) {
  const std::string old = std::exchange(payload.symbols[index].qualified_name, name);
  for (graph::Edge& edge : payload.edges) {
    if (edge.source == old) edge.source = name;
    if (edge.target == old) edge.target = name;
  }
}

/// One thing that some library may stumble over.
void add_oddity(Random& random, graph::Payload& payload) {
  if (payload.symbols.empty()) {
    payload.symbols.push_back({"only", "type", 0.5, "", "rwr", 0, {}});
  }
  const std::size_t at = random.below(payload.symbols.size());
  graph::Symbol& symbol = payload.symbols[at];
  switch (random.below(17)) {
    case 0: payload.tool.clear(); break;
    case 1: payload.tool = "my tool"; break;
    case 2: rename(payload, at, random.chance(50) ? "a b" : ""); break;
    case 3: rename(payload, at, random.chance(50) ? "a\tb" : "a\x7F"); break;
    case 4:
      rename(payload, at,
             "a\xC2\xA0"
             "b\xE3\x80\x80"
             "c");
      break;
    case 5: symbol.provenance = random.chance(50) ? "" : "two words"; break;
    case 6: symbol.kind = random.chance(50) ? "constructor" : "toString"; break;
    case 7: symbol.distance = -1; break;
    case 8: symbol.score = -0.004; break;
    case 9: symbol.score = random.chance(50) ? 1e22 : 123456789012345.67; break;
    case 10:
      // Three decimals.
      symbol.score = static_cast<double>(random.below(1000)) / 1000 + 0.0004;
      break;
    case 11: {  // a namesake of another kind
      graph::Symbol other = symbol;
      other.kind = symbol.kind == "type" ? "method" : "type";
      payload.symbols.push_back(std::move(other));
      break;
    }
    case 12: {
      graph::Symbol again = symbol;
      payload.symbols.push_back(std::move(again));
      break;
    }
    case 13: payload.edges.push_back({symbol.qualified_name, "nobody", "calls", ""}); break;
    case 14:
      if (!payload.edges.empty()) payload.edges.push_back(payload.edges[0]);
      break;
    case 15: {  // by bytes the first is less, in UTF-16 the second
      constexpr std::string_view private_use = "\xEE\x80\x80";
      constexpr std::string_view astral = "\xF0\x9F\x98\x80";
      payload.edges.push_back(
          {symbol.qualified_name, symbol.qualified_name, std::string(astral), ""});
      payload.edges.push_back(
          {symbol.qualified_name, symbol.qualified_name, std::string(private_use), ""});
      if (!has_name(payload, std::string(astral)) && !has_name(payload, std::string(private_use))) {
        graph::Symbol twin = symbol;
        twin.qualified_name = astral;
        payload.symbols.push_back(twin);
        twin.qualified_name = private_use;
        payload.symbols.push_back(std::move(twin));
      }
      break;
    }
    default:
      if (random.chance(50)) payload.token_budget = -5;
      if (!payload.edges.empty()) payload.edges[0].type = "not one";
      break;
  }
}

/// As the package leaves it: in the order in which we write. One edge is in order.
void put_in_order(graph::Payload& payload) {
  std::stable_sort(payload.symbols.begin(), payload.symbols.end(),
                   [](const graph::Symbol& a, const graph::Symbol& b) {
                     return a.distance != b.distance ? a.distance < b.distance : a.score > b.score;
                   });
  if (payload.edges.size() > 1) payload.edges.resize(1);
}

/// Some payloads about the same few symbols.
std::vector<graph::Payload> session_of(Random& random) {
  constexpr std::size_t variety = 10;
  const bool ordered = random.chance(70);
  const bool changing = random.chance(20);
  std::vector<graph::Payload> calls;
  for (std::size_t i = random.between(2, 5); i > 0; --i) {
    graph::Payload next = ordinary_payload(random, variety);
    // A known symbol is what it was, in another distance.
    for (graph::Symbol& symbol : next.symbols) {
      for (const graph::Payload& before : calls) {
        for (const graph::Symbol& known : before.symbols) {
          if (known.qualified_name != symbol.qualified_name) continue;
          const std::int64_t distance = symbol.distance;
          symbol = known;
          symbol.distance = distance;
        }
      }
      if (changing && random.chance(20)) symbol.score = 0.33;  // but for these
      if (changing && random.chance(5)) symbol.kind = "selector";
    }
    calls.push_back(std::move(next));
  }
  if (random.chance(15)) add_oddity(random, calls[random.below(calls.size())]);
  if (ordered) {
    for (graph::Payload& payload : calls)
      put_in_order(payload);
  }
  return calls;
}

graph::Delta delta_of(Random& random) {
  graph::Payload gone = ordinary_payload(random);
  graph::Payload fresh = ordinary_payload(random);
  if (random.chance(30)) add_oddity(random, random.chance(50) ? gone : fresh);
  if (random.chance(2)) gone.edges.push_back({"#", "b", "calls", ""});
  graph::Delta delta;
  delta.tool = fresh.tool;
  delta.base_root = "sha256:aa";
  delta.new_root = "sha256:bb";
  delta.removed = std::move(gone.symbols);
  delta.removed_edges = std::move(gone.edges);
  delta.added = std::move(fresh.symbols);
  delta.added_edges = std::move(fresh.edges);
  return delta;
}

// ---- keyed sets

std::string json_string(std::string_view text) {
  Builder builder;
  const auto document = builder.string(text).finish();
  if (!document) std::abort();  // the generator gives UTF-8
  return *json::encode(document->root());
}

std::string ordinary_cell(Random& random) {
  constexpr std::string_view numbers[] = {"0",   "1",     "-1",   "12",   "9007199254740991",
                                          "0.5", "59.98", "5e-7", "1e21", "-0",
                                          "1.0", "-2.50"};
  switch (random.below(6)) {
    case 0: return "null";
    case 1: return "";
    case 2: return random.chance(50) ? "true" : "false";
    case 3: return pick(random, numbers);
    default: return json_string(support::nasty_string(random));
  }
}

/// The smallest case of each: a number, a short string, a long one.
std::string key_cell(Random& random) {
  switch (random.below(3)) {
    case 0: return std::to_string(random.below(40));
    case 1: return json_string("k" + std::to_string(random.below(40)));
    default: return json_string(support::nasty_string(random));
  }
}

std::size_t key_index(const CaseSet& set) {
  return static_cast<std::size_t>(std::find(set.fields.begin(), set.fields.end(), set.key) -
                                  set.fields.begin());
}

CaseRow ordinary_row(Random& random, const CaseSet& set) {
  const std::size_t key = key_index(set);
  CaseRow row(set.fields.size());
  for (std::string& cell : row)
    cell = ordinary_cell(random);
  do {
    row[key] = key_cell(random);
  } while (std::any_of(set.rows.begin(), set.rows.end(),
                       [&](const CaseRow& other) { return other[key] == row[key]; }));
  return row;
}

CaseSet ordinary_set(Random& random) {
  std::vector<std::string> names = {"total", "a b", "",         "x,y", "\"q",
                                    "true",  "7",   "\xC3\xA9", "@a"};
  CaseSet set;
  set.key = "id";
  set.fields = {"id"};
  for (std::size_t i = random.below(4); i > 0; --i) {
    const std::size_t at = random.below(names.size());
    set.fields.push_back(names[at]);
    names.erase(names.begin() + static_cast<std::ptrdiff_t>(at));
  }
  std::swap(set.fields[0], set.fields[random.below(set.fields.size())]);
  for (std::size_t i = random.below(8); i > 0; --i)
    set.rows.push_back(ordinary_row(random, set));
  return set;
}

CaseSet changed_set(Random& random, CaseSet set) {
  const std::size_t key = key_index(set);
  for (std::size_t i = random.below(5); i > 0; --i) {
    const std::size_t at = set.rows.empty() ? 0 : random.below(set.rows.size());
    switch (random.below(3)) {
      case 0: set.rows.push_back(ordinary_row(random, set)); break;
      case 1:
        if (!set.rows.empty()) set.rows.erase(set.rows.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      default:
        if (!set.rows.empty()) {
          const std::size_t field = random.below(set.fields.size());
          if (field != key) set.rows[at][field] = ordinary_cell(random);
        }
    }
  }
  return set;
}

void rename_field(CaseSet& set, std::size_t index, const std::string& name) {
  if (std::find(set.fields.begin(), set.fields.end(), name) != set.fields.end()) return;
  if (set.fields[index] == set.key) set.key = name;
  set.fields[index] = name;
}

/// Puts the same oddity into both sets.
void add_oddity(Random& random, CaseSet& base, CaseSet& next) {
  for (CaseSet* set : {&base, &next}) {
    if (set->rows.empty()) set->rows.push_back(ordinary_row(random, *set));
    if (set->fields.size() < 2) {
      set->fields.emplace_back("more");
      for (CaseRow& row : set->rows)
        row.emplace_back("1");
    }
  }
  const std::size_t key = key_index(base);
  const std::size_t other = key == 0 ? 1 : 0;
  const std::size_t oddity = random.below(14);
  const bool coin = random.chance(50);
  for (CaseSet* set : {&base, &next}) {
    switch (oddity) {
      case 0: set->rows[0][other] = coin ? "[1,2]" : R"({"a":1})"; break;
      case 1: set->rows[0][other] = coin ? "9007199254740993" : "-9223372036854775808"; break;
      case 2: set->rows[0][other] = coin ? "9007199254740992.0" : "1e20"; break;
      case 3: set->rows[0][key] = coin ? "null" : ""; break;
      case 4: rename_field(*set, key, coin ? "a b" : ""); break;
      case 5: rename_field(*set, key, coin ? "my-id" : "7th"); break;
      case 6: rename_field(*set, other, coin ? "a>b" : "a\tb"); break;
      case 7: rename_field(*set, other, coin ? "__proto__" : "constructor"); break;
      case 8: set->name = coin ? "my set" : "7"; break;
      case 9:
        // Only in one of them: columns in another order.
        if (set == &next) {
          std::swap(set->fields[0], set->fields[1]);
          for (CaseRow& row : set->rows)
            std::swap(row[0], row[1]);
        }
        break;
      case 10: set->rows.push_back(set->rows[0]); break;  // a key twice
      case 11: rename_field(*set, key, "k\xC3\xA9y"); break;
      case 12:
        if (set == &next) rename_field(*set, other, "renamed");
        break;
      default: set->rows[0][key] = "1.0"; break;
    }
  }
}

}  // namespace

std::string_view name_of(Operation operation) noexcept {
  switch (operation) {
    case graph_encode: return "graph-encode";
    case graph_decode: return "graph-decode";
    case session_encode: return "session-encode";
    case graph_delta: return "graph-delta";
    case graph_root: return "graph-root";
    case set_delta: return "set-delta";
    case set_root: return "set-root";
  }
  return "";
}

Case make_case(Operation operation, std::uint64_t number) {
  Random random(number * 64 + operation);
  Case made;
  made.operation = operation;
  made.delta_tokens = random.below(41);
  made.full_tokens = random.below(3) == 0 ? 0 : random.between(1, 40);
  switch (operation) {
    case graph_encode:
    case graph_root:
      made.payloads = {ordinary_payload(random)};
      for (std::size_t i = random.chance(50) ? random.between(1, 2) : 0; i > 0; --i)
        add_oddity(random, made.payloads[0]);
      break;
    case graph_decode:
      made.payloads = {ordinary_payload(random)};
      if (random.chance(5)) add_oddity(random, made.payloads[0]);
      for (std::size_t i = random.below(3); i > 0; --i) {
        const std::string one = pick(random, known_variations());
        const auto twice = std::find(made.variations.begin(), made.variations.end(), one);
        if (twice == made.variations.end()) made.variations.push_back(one);
      }
      break;
    case session_encode: made.payloads = session_of(random); break;
    case graph_delta: made.delta = delta_of(random); break;
    case set_delta:
    case set_root:
      made.base = ordinary_set(random);
      made.next = changed_set(random, made.base);
      made.tool = random.chance(30) ? "orders_query" : "";
      if (random.chance(50)) add_oddity(random, made.base, made.next);
      break;
  }
  return made;
}

std::string varied_wire(const Case& made) {
  const auto wire = gcf::encode_graph(made.payloads[0], {}, nullptr);
  // What we refuse to write stands for itself: a payload without symbols.
  return vary_wire(wire ? *wire : "GCF profile=graph symbols=0\n", made.variations);
}

}  // namespace laconic::peers

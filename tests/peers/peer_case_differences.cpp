// peer_case_differences.cpp - finds and takes away what the npm package treats differently.
#include "peer_case_differences.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "wire_variations.hpp"

namespace laconic::peers {
namespace {

using graph::Edge;
using graph::Payload;
using graph::Symbol;

constexpr unsigned writes_graphs = graph_encode | session_encode | graph_delta;

// ---- all symbols and all edges of a case

template <class CaseLike, class Use>
void each_symbol(CaseLike& made, const Use& use) {
  for (auto& payload : made.payloads) {
    for (auto& symbol : payload.symbols)
      use(symbol);
  }
  for (auto* list : {&made.delta.removed, &made.delta.added}) {
    for (auto& symbol : *list)
      use(symbol);
  }
}

template <class CaseLike, class Use>
void each_edge(CaseLike& made, const Use& use) {
  for (auto& payload : made.payloads) {
    for (auto& edge : payload.edges)
      use(edge);
  }
  for (auto* list : {&made.delta.removed_edges, &made.delta.added_edges}) {
    for (auto& edge : *list)
      use(edge);
  }
}

template <class CaseLike, class Use>
void each_tool(CaseLike& made, const Use& use) {
  for (auto& payload : made.payloads)
    use(payload.tool);
  if (made.operation == graph_delta) use(made.delta.tool);
}

template <class Test>
bool any_symbol(const Case& made, const Test& test) {
  bool found = false;
  each_symbol(made, [&](const Symbol& symbol) { found = found || test(symbol); });
  return found;
}

/// Changes every word of symbols and edges; equal words stay equal.
template <class Change>
void each_word(Case& made, const Change& change) {
  each_symbol(made, [&](Symbol& symbol) {
    change(symbol.qualified_name);
    change(symbol.kind);
    change(symbol.provenance);
  });
  each_edge(made, [&](Edge& edge) {
    change(edge.source);
    change(edge.target);
    change(edge.type);
    if (!edge.status.empty()) change(edge.status);
  });
}

template <class Test>
bool any_word(const Case& made, const Test& test) {
  Case copy = made;
  bool found = false;
  each_word(copy, [&](std::string& word) { found = found || test(word); });
  return found;
}

// ---- words and numbers

bool no_tool(const Case& made, std::string_view) {
  bool found = false;
  each_tool(made, [&](const std::string& tool) { found = found || tool.empty(); });
  return found;
}
void give_tool(Case& made, std::string_view) {
  each_tool(made, [](std::string& tool) {
    if (tool.empty()) tool = "t";
  });
}

bool is_torn(std::string_view word) {
  return word.empty() || std::any_of(word.begin(), word.end(), [](char c) {
           return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F;
         });
}
void mend(std::string& word) {
  if (word.empty()) word = "empty";
  for (char& c : word) {
    if (static_cast<unsigned char>(c) <= 0x20 || c == 0x7F) c = '_';
  }
}
bool has_torn_word(const Case& made, std::string_view) {
  bool found = any_word(made, is_torn);
  each_tool(made,
            [&](const std::string& tool) { found = found || (!tool.empty() && is_torn(tool)); });
  return found;
}
void mend_words(Case& made, std::string_view) {
  each_word(made, mend);
  each_tool(made, [](std::string& tool) {
    if (!tool.empty()) mend(tool);
  });
}

bool has_control(std::string_view word) {
  return std::any_of(word.begin(), word.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20; });
}

bool has_unicode_space(std::string_view word) {
  return word.find("\xC2\xA0") != std::string_view::npos ||
         word.find("\xE3\x80\x80") != std::string_view::npos;
}

bool is_prototype_name(std::string_view name) {
  return name == "constructor" || name == "toString" || name == "__proto__";
}

bool is_negative_zero(double score) {
  return score < 0 && score >= -0.005;
}

/// More hundredths than a JavaScript integer has.
bool is_great(double score) {
  return std::fabs(score) * 100 >= 9007199254740992.0;
}

double hundredths(double score) {
  return std::nearbyint(score * 100) / 100;
}
bool has_fine_score(const Case& made, std::string_view) {
  return any_symbol(made, [](const Symbol& s) { return hundredths(s.score) != s.score; });
}

bool has_negative_number(const Case& made, std::string_view) {
  return any_symbol(made, [](const Symbol& s) { return s.distance < 0; }) ||
         std::any_of(made.payloads.begin(), made.payloads.end(),
                     [](const Payload& p) { return p.token_budget < 0 || p.tokens_used < 0; });
}
void without_negative_numbers(Case& made, std::string_view) {
  each_symbol(made, [](Symbol& s) { s.distance = std::max<std::int64_t>(s.distance, 0); });
  for (Payload& payload : made.payloads) {
    payload.token_budget = std::max<std::int64_t>(payload.token_budget, 0);
    payload.tokens_used = std::max<std::int64_t>(payload.tokens_used, 0);
  }
}

bool is_half(const Case& made, std::string_view) {
  if (made.full_tokens == 0) return false;
  const auto full = static_cast<std::int64_t>(made.full_tokens);
  const std::int64_t saved = 200 * (full - static_cast<std::int64_t>(made.delta_tokens));
  return saved % full == 0 && (saved / full) % 2 != 0;
}

// ---- the shape of a payload

std::pair<std::string, std::string> identity(const Symbol& symbol) {
  return {symbol.kind == "fn" ? "function" : symbol.kind, symbol.qualified_name};
}

bool has_repetition(const Case& made, std::string_view) {
  for (const Payload& payload : made.payloads) {
    std::set<std::pair<std::string, std::string>> symbols;
    for (const Symbol& symbol : payload.symbols) {
      if (!symbols.insert(identity(symbol)).second) return true;
    }
    std::set<std::tuple<std::string, std::string, std::string>> edges;
    for (const Edge& edge : payload.edges) {
      if (!edges.emplace(edge.source, edge.target, edge.type).second) return true;
    }
  }
  return false;
}
void without_repetition(Case& made, std::string_view) {
  for (Payload& payload : made.payloads) {
    std::set<std::pair<std::string, std::string>> symbols;
    std::erase_if(payload.symbols,
                  [&](const Symbol& symbol) { return !symbols.insert(identity(symbol)).second; });
    std::set<std::tuple<std::string, std::string, std::string>> edges;
    std::erase_if(payload.edges, [&](const Edge& edge) {
      return !edges.emplace(edge.source, edge.target, edge.type).second;
    });
  }
}

/// One name, two kinds; in a session also when they come in different payloads.
bool has_namesakes(const Case& made, std::string_view) {
  std::map<std::string, std::string> kinds;
  for (const Payload& payload : made.payloads) {
    for (const Symbol& symbol : payload.symbols) {
      const auto [kind, name] = identity(symbol);
      const auto [known, fresh] = kinds.emplace(name, kind);
      if (!fresh && known->second != kind) return true;
    }
  }
  return false;
}
void without_namesakes(Case& made, std::string_view) {
  std::map<std::string, std::string> kinds;
  for (Payload& payload : made.payloads) {
    for (Symbol& symbol : payload.symbols) {
      const auto [kind, name] = identity(symbol);
      const auto [known, fresh] = kinds.emplace(name, kind);
      if (!fresh && known->second != kind) symbol.kind = known->second;
    }
  }
  without_repetition(made, {});
}

bool is_dangling(const Payload& payload, const Edge& edge) {
  const auto known = [&](const std::string& name) {
    return std::any_of(payload.symbols.begin(), payload.symbols.end(),
                       [&](const Symbol& symbol) { return symbol.qualified_name == name; });
  };
  return !known(edge.source) || !known(edge.target);
}
bool has_dangling_edge(const Case& made, std::string_view) {
  return std::any_of(made.payloads.begin(), made.payloads.end(), [](const Payload& payload) {
    return std::any_of(payload.edges.begin(), payload.edges.end(),
                       [&](const Edge& edge) { return is_dangling(payload, edge); });
  });
}
void without_dangling_edges(Case& made, std::string_view) {
  for (Payload& payload : made.payloads)
    std::erase_if(payload.edges, [&](const Edge& edge) { return is_dangling(payload, edge); });
}

// Code points beyond U+FFFF, whose UTF-16 form sorts before U+E000.
bool has_astral(std::string_view word) {
  return std::any_of(word.begin(), word.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 0xF0; });
}
void without_astral(std::string& word) {
  for (char& c : word) {
    if (static_cast<unsigned char>(c) >= 0x80)
      c = static_cast<unsigned char>(c) >= 0xF0 ? 'A' : 'b';
  }
}

// ---- sessions

bool in_order(const Symbol& a, const Symbol& b) {
  return a.distance != b.distance ? a.distance < b.distance : a.score > b.score;
}
bool is_unsorted_session(const Case& made, std::string_view) {
  return std::any_of(made.payloads.begin(), made.payloads.end(), [](const Payload& payload) {
    return !std::is_sorted(payload.symbols.begin(), payload.symbols.end(), in_order);
  });
}
void sort_session(Case& made, std::string_view) {
  for (Payload& payload : made.payloads)
    std::stable_sort(payload.symbols.begin(), payload.symbols.end(), in_order);
}

/// Symbols are in order already, so ids grow with them.
template <class Use>
void with_session_ids(Case& made, const Use& use) {
  std::map<std::string, std::size_t> ids;
  for (Payload& payload : made.payloads) {
    for (const Symbol& symbol : payload.symbols)
      ids.emplace(symbol.qualified_name, ids.size());
    use(payload, [&](const Edge& a, const Edge& b) {
      return std::tuple(ids[a.source], ids[a.target], std::string_view(a.type)) <
             std::tuple(ids[b.source], ids[b.target], std::string_view(b.type));
    });
  }
}
bool has_unsorted_edges(const Case& made, std::string_view) {
  Case copy = made;
  bool unsorted = false;
  with_session_ids(copy, [&](Payload& payload, const auto& less) {
    unsorted = unsorted || !std::is_sorted(payload.edges.begin(), payload.edges.end(), less);
  });
  return unsorted;
}
void sort_edges(Case& made, std::string_view) {
  with_session_ids(made, [](Payload& payload, const auto& less) {
    std::stable_sort(payload.edges.begin(), payload.edges.end(), less);
  });
}

/// A known symbol with another score or provenance.
template <class CaseLike, class Use>
void each_change(CaseLike& made, const Use& use) {
  std::map<std::pair<std::string, std::string>, Symbol> known;
  for (auto& payload : made.payloads) {
    for (auto& symbol : payload.symbols) {
      const auto [place, fresh] = known.emplace(identity(symbol), symbol);
      const Symbol& before = place->second;
      if (!fresh && (before.score != symbol.score || before.provenance != symbol.provenance)) {
        use(symbol, before);
      }
    }
  }
}
bool has_changed_symbol(const Case& made, std::string_view) {
  bool found = false;
  each_change(made, [&](const Symbol&, const Symbol&) { found = true; });
  return found;
}
void without_changed_symbols(Case& made, std::string_view) {
  each_change(made, [](Symbol& symbol, const Symbol& before) {
    symbol.score = before.score;
    symbol.provenance = before.provenance;
  });
}

// ---- keyed sets

template <class CaseLike, class Use>
void each_cell(CaseLike& made, const Use& use) {
  for (auto* set : {&made.base, &made.next}) {
    for (auto& row : set->rows) {
      for (auto& cell : row)
        use(cell);
    }
  }
}

template <bool (*test)(const std::string& cell)>
bool any_cell(const Case& made, std::string_view) {
  bool found = false;
  each_cell(made, [&](const std::string& cell) { found = found || test(cell); });
  return found;
}
template <bool (*test)(const std::string& cell)>
void replace_cells(Case& made, std::string_view) {
  // Keys must stay different, so each gets a number of its own.
  std::map<std::string, std::size_t> numbers;
  each_cell(made, [&](std::string& cell) {
    if (!test(cell)) return;
    const std::size_t number = numbers.emplace(cell, numbers.size()).first->second;
    cell = std::to_string(1000 + number);
  });
}

bool is_nested(const std::string& cell) {
  return cell.starts_with('[') || cell.starts_with('{');
}
bool is_number(const std::string& cell) {
  return !cell.empty() && (cell[0] == '-' || (cell[0] >= '0' && cell[0] <= '9'));
}
bool is_whole(const std::string& cell) {
  return is_number(cell) && cell.find_first_of(".eE") == std::string::npos;
}
bool is_beyond_2_53(const std::string& cell) {
  return is_whole(cell) && std::fabs(std::strtod(cell.c_str(), nullptr)) > 9007199254740991.0;
}
bool is_in_exponent_gap(const std::string& cell) {
  const double value = std::fabs(std::strtod(cell.c_str(), nullptr));
  return is_number(cell) && !is_whole(cell) && value >= 9007199254740992.0 && value < 1e21;
}

std::size_t key_index(const CaseSet& set) {
  return static_cast<std::size_t>(std::find(set.fields.begin(), set.fields.end(), set.key) -
                                  set.fields.begin());
}

bool lacks_key(const Case& made, std::string_view) {
  for (const CaseSet* set : {&made.base, &made.next}) {
    for (const CaseRow& row : set->rows) {
      const std::string& cell = row[key_index(*set)];
      if (cell.empty() || cell == "null") return true;
    }
  }
  return false;
}
void give_keys(Case& made, std::string_view) {
  for (CaseSet* set : {&made.base, &made.next}) {
    for (CaseRow& row : set->rows) {
      std::string& cell = row[key_index(*set)];
      if (cell.empty() || cell == "null") cell = "2000";
    }
  }
}

/// The key of a row; 1 and 1.0 are one.
std::string key_of(const CaseSet& set, const CaseRow& row) {
  const std::string& cell = row[key_index(set)];
  return is_number(cell) ? std::to_string(std::strtod(cell.c_str(), nullptr)) : cell;
}
bool repeats_key(const Case& made, std::string_view) {
  for (const CaseSet* set : {&made.base, &made.next}) {
    std::set<std::string> keys;
    for (const CaseRow& row : set->rows)
      keys.insert(key_of(*set, row));
    if (keys.size() != set->rows.size()) return true;
  }
  return false;
}
void without_repeated_keys(Case& made, std::string_view) {
  for (CaseSet* set : {&made.base, &made.next}) {
    std::set<std::string> keys;
    std::erase_if(set->rows,
                  [&](const CaseRow& row) { return !keys.insert(key_of(*set, row)).second; });
  }
}

/// Tests and changes names of fields, the key's among them.
template <bool (*test)(std::string_view name)>
bool any_field(const Case& made, std::string_view) {
  return std::any_of(made.base.fields.begin(), made.base.fields.end(), test) ||
         std::any_of(made.next.fields.begin(), made.next.fields.end(), test);
}
template <bool (*test)(std::string_view name)>
void rename_fields(Case& made, std::string_view) {
  for (CaseSet* set : {&made.base, &made.next}) {
    for (std::string& field : set->fields) {
      if (!test(field)) continue;
      const bool is_key = field == set->key;
      field = "field" + std::to_string(&field - set->fields.data());
      if (is_key) set->key = field;
    }
  }
}

bool is_no_column(std::string_view name) {
  return name.find('>') != std::string_view::npos || has_control(name);
}

bool is_bare(std::string_view name) {
  return !name.empty() && !(name[0] >= '0' && name[0] <= '9') &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_';
         });
}
bool has_quoted_key(const Case& made, std::string_view) {
  return !is_bare(made.base.key) || !is_bare(made.next.key);
}
void bare_key(Case& made, std::string_view) {
  for (CaseSet* set : {&made.base, &made.next}) {
    if (is_bare(set->key)) continue;
    set->fields[key_index(*set)] = "bare_key";
    set->key = "bare_key";
  }
}

bool has_other_order(const Case& made, std::string_view) {
  auto a = made.base.fields;
  auto b = made.next.fields;
  if (a == b) return false;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}
void same_order(Case& made, std::string_view) {
  std::vector<CaseRow> rows;
  for (const CaseRow& row : made.next.rows) {
    CaseRow arranged;
    for (const std::string& field : made.base.fields) {
      const auto at = std::find(made.next.fields.begin(), made.next.fields.end(), field);
      arranged.push_back(row[static_cast<std::size_t>(at - made.next.fields.begin())]);
    }
    rows.push_back(std::move(arranged));
  }
  made.next.rows = std::move(rows);
  made.next.fields = made.base.fields;
}

// ---- the list

std::vector<CaseDifference> make_list() {
  std::vector<CaseDifference> all = {
      {"prototype-kind", writes_graphs | graph_decode | graph_root,
       [](const Case& made, std::string_view) {
         return any_symbol(made, [](const Symbol& s) { return is_prototype_name(s.kind); });
       },
       [](Case& made, std::string_view) {
         each_symbol(made, [](Symbol& s) {
           if (is_prototype_name(s.kind)) s.kind = "method";
         });
       }},
      {"no-tool", writes_graphs, no_tool, give_tool},
      {"torn-word", writes_graphs, has_torn_word, mend_words},
      {"control-character-in-root", graph_root,
       [](const Case& made, std::string_view) { return any_word(made, has_control); },
       [](Case& made, std::string_view) { each_word(made, mend); }},
      {"unicode-space", graph_decode | graph_delta,
       [](const Case& made, std::string_view) { return any_word(made, has_unicode_space); },
       [](Case& made, std::string_view) {
         each_word(made, [](std::string& word) {
           for (char& c : word) {
             if (static_cast<unsigned char>(c) >= 0x80) c = '_';
           }
         });
       }},
      {"negative-number", writes_graphs, has_negative_number, without_negative_numbers},
      {"negative-zero-score", writes_graphs,
       [](const Case& made, std::string_view) {
         return any_symbol(made, [](const Symbol& s) { return is_negative_zero(s.score); });
       },
       [](Case& made, std::string_view) {
         each_symbol(made, [](Symbol& s) {
           if (is_negative_zero(s.score)) s.score = 0;
         });
       }},
      {"great-score", writes_graphs | graph_root,
       [](const Case& made, std::string_view) {
         return any_symbol(made, [](const Symbol& s) { return is_great(s.score); });
       },
       [](Case& made, std::string_view) {
         each_symbol(made, [](Symbol& s) {
           if (is_great(s.score)) s.score = 1;
         });
       }},
      {"unrounded-score-in-root", graph_root, has_fine_score,
       [](Case& made, std::string_view) {
         each_symbol(made, [](Symbol& s) { s.score = hundredths(s.score); });
       }},
      {"comment-like-word", graph_delta,
       [](const Case& made, std::string_view) {
         bool found = false;
         each_edge(made, [&](const Edge& edge) { found = found || edge.source == "#"; });
         return found;
       },
       [](Case& made, std::string_view) {
         each_edge(made, [](Edge& edge) {
           if (edge.source == "#") edge.source = "hash";
         });
       }},
      {"savings-half", graph_delta | set_delta, is_half,
       [](Case& made, std::string_view) { made.delta_tokens = made.full_tokens; }},
      {"repetition", graph_encode | session_encode | graph_root, has_repetition,
       without_repetition},
      {"namesakes", graph_encode | session_encode | graph_root, has_namesakes, without_namesakes},
      {"dangling-edge", session_encode | graph_root, has_dangling_edge, without_dangling_edges},
      {"changed-symbol-in-session", session_encode, has_changed_symbol, without_changed_symbols},
      {"session-order", session_encode, is_unsorted_session, sort_session},
      {"session-edge-order", session_encode, has_unsorted_edges, sort_edges},
      {"utf-16-order", graph_encode | session_encode | graph_root,
       [](const Case& made, std::string_view) { return any_word(made, has_astral); },
       [](Case& made, std::string_view) { each_word(made, without_astral); }},
      {"set-nested-value", set_delta | set_root, any_cell<is_nested>, replace_cells<is_nested>},
      {"set-integer-beyond-2-53", set_delta | set_root, any_cell<is_beyond_2_53>,
       replace_cells<is_beyond_2_53>},
      {"set-exponent-form", set_delta | set_root, any_cell<is_in_exponent_gap>,
       replace_cells<is_in_exponent_gap>},
      {"set-null-key", set_delta | set_root, lacks_key, give_keys},
      {"set-repeated-key", set_delta | set_root, repeats_key, without_repeated_keys},
      {"set-no-column", set_delta | set_root, any_field<is_no_column>, rename_fields<is_no_column>},
      {"set-prototype-name", set_delta | set_root, any_field<is_prototype_name>,
       rename_fields<is_prototype_name>},
      {"set-key-name", set_delta, has_quoted_key, bare_key},
      {"set-name", set_delta,
       [](const Case& made, std::string_view) { return !is_bare(made.next.name); },
       [](Case& made, std::string_view) { made.base.name = made.next.name = "rows"; }},
      {"set-field-order", set_delta, has_other_order, same_order},
  };
  for (const std::string_view name : known_variations()) {
    if (!name.starts_with("decode-")) continue;
    all.push_back({std::string(name), graph_decode,
                   [](const Case& made, std::string_view one) {
                     return std::find(made.variations.begin(), made.variations.end(), one) !=
                            made.variations.end();
                   },
                   [](Case& made, std::string_view one) { std::erase(made.variations, one); }});
  }
  return all;
}

}  // namespace

const std::vector<CaseDifference>& known_case_differences() {
  static const std::vector<CaseDifference> all = make_list();
  return all;
}

}  // namespace laconic::peers

// gcb_words.cpp - the words that GCB1 writes as one byte.
#include "gcb/gcb_words.hpp"

#include <algorithm>
#include <span>

namespace laconic::gcb {
namespace {

// Positions are numbers on the wire, counted from 1: never reorder.
constexpr std::string_view kinds[] = {
    "function", "type",  "method",  "interface", "var",     "const",
    "resource", "table", "class",   "selector",  "field",   "route_handler",
    "external", "file",  "package", "service",   "env_var", "process",
};
constexpr std::string_view provenances[] = {
    "ast_inferred",  "ast_resolved",     "lsp_resolved", "otel_trace",
    "scip_resolved", "runtime_observed", "structural",
};
constexpr std::string_view edge_types[] = {
    "calls",          "imports",       "implements",       "references",        "handles_route",
    "depends_on",     "deploys",       "exposes",          "configures",        "extends",
    "overrides",      "decorates",     "throws",           "owned_by",          "authored_by",
    "tests",          "runtime_calls", "runtime_rpc",      "runtime_produces",  "runtime_consumes",
    "contains",       "member_of",     "documents",        "consumes_endpoint", "implements_rpc",
    "consumes_rpc",   "gated_by_flag", "deployed_by",      "tested_by",         "publishes",
    "subscribes",     "connects_to",   "similar_to",       "co_tested_with",    "type_hint_of",
    "accesses_field", "reads_env",     "executes_process",
};
static_assert(std::size(kinds) == 18 && std::size(provenances) == 7 && std::size(edge_types) == 38);

constexpr std::string_view unknown_prefix = "unknown_";

std::span<const std::string_view> words_of(WordList list) noexcept {
  switch (list) {
    case WordList::kinds: return kinds;
    case WordList::provenances: return provenances;
    default: return edge_types;
  }
}

}  // namespace

std::uint8_t number_of(WordList list, std::string_view word) noexcept {
  const auto words = words_of(list);
  const auto found = std::find(words.begin(), words.end(), word);
  return found == words.end() ? std::uint8_t{0}
                              : static_cast<std::uint8_t>(found - words.begin() + 1);
}

std::string word_of(WordList list, std::uint8_t number) {
  const auto words = words_of(list);
  if (number >= 1 && number <= words.size()) return std::string(words[number - 1]);
  return std::string(unknown_prefix) + std::to_string(number);
}

bool survives(WordList list, std::string_view word) noexcept {
  return number_of(list, word) != 0 || word == "unknown_0";
}

}  // namespace laconic::gcb

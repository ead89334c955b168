// generate_graph.cpp - random graph payloads that the wire can carry as they are.
#include "generate_graph.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace laconic::support {
namespace {

std::string word(Random& random, std::size_t variety) {
  constexpr std::string_view odd[] = {"true", "-", "#x", "a<b", "@1", "\xc3\xa9", "1e5", "\"q\""};
  if (random.chance(10)) return std::string(odd[random.below(std::size(odd))]);
  return "n" + std::to_string(random.below(variety));
}

}  // namespace

graph::Payload generate_graph(Random& random) {
  constexpr std::string_view kinds[] = {"function", "type", "interface", "widget"};
  graph::Payload payload;
  if (random.chance(50)) payload.tool = "tool";
  if (random.chance(30)) payload.pack_root = "sha256:00";
  payload.token_budget = static_cast<std::int64_t>(random.below(3));
  payload.tokens_used = static_cast<std::int64_t>(random.below(2)) * 1234;
  for (std::size_t i = random.below(10); i > 0; --i) {
    graph::Symbol symbol;
    symbol.qualified_name = word(random, 14);
    symbol.kind = kinds[random.below(std::size(kinds))];
    const std::size_t cents =
        random.chance(85) ? symbol.qualified_name.size() * 7 : random.below(200);
    symbol.score = static_cast<double>(cents) / 100;
    symbol.provenance = random.chance(90) ? "ast" : word(random, 3);
    symbol.distance = static_cast<std::int64_t>(random.below(5));
    const bool taken = std::any_of(
        payload.symbols.begin(), payload.symbols.end(), [&](const graph::Symbol& other) {
          return other.kind == symbol.kind && other.qualified_name == symbol.qualified_name;
        });
    if (!taken) payload.symbols.push_back(std::move(symbol));
  }
  const auto is_unique = [&](const std::string& name) {
    return std::count_if(payload.symbols.begin(), payload.symbols.end(),
                         [&](const auto& symbol) { return symbol.qualified_name == name; }) == 1;
  };
  for (std::size_t i = random.below(6); i > 0 && !payload.symbols.empty(); --i) {
    const auto& source = payload.symbols[random.below(payload.symbols.size())].qualified_name;
    const auto& target = payload.symbols[random.below(payload.symbols.size())].qualified_name;
    if (!is_unique(source) || !is_unique(target)) continue;
    payload.edges.push_back(
        {source, target, random.chance(70) ? "calls" : "uses", random.chance(20) ? "added" : ""});
  }
  return payload;
}

}  // namespace laconic::support

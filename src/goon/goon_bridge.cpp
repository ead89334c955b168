// goon_bridge.cpp - payloads as GraphResponses and back.
#include <algorithm>
#include <unordered_map>

#include <laconic/builder.hpp>
#include <laconic/goon.hpp>

#include "goon/goon_response.hpp"
#include "graph/payload_value.hpp"

namespace laconic::goon {
namespace {

using graph::Edge;
using graph::Payload;
using graph::Symbol;

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return out;
}

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return out;
}

class Sentences {
 public:
  explicit Sentences(std::vector<Loss>* losses) noexcept : losses_(losses) {}
  void tell(std::uint64_t count, std::string_view what) {
    if (losses_ != nullptr && count != 0) {
      losses_->push_back({std::to_string(count) + std::string(what)});
    }
  }
  void tell_if(bool lost, std::string_view what) {
    if (losses_ != nullptr && lost) losses_->push_back({std::string(what)});
  }

 private:
  std::vector<Loss>* losses_;
};

void tell_losses(const Payload& payload, std::uint64_t dangling, Sentences sentences) {
  std::uint64_t components = 0;
  std::uint64_t states = 0;
  std::uint64_t kindless = 0;
  for (const Symbol& symbol : payload.symbols) {
    if (symbol.components != graph::Components{}) ++components;
    if (symbol.kind.empty()) ++kindless;
  }
  for (const Edge& edge : payload.edges) {
    if (!edge.status.empty()) ++states;
  }
  sentences.tell_if(!payload.tool.empty(), "the tool is left out");
  sentences.tell_if(!payload.pack_root.empty(), "the pack root is left out");
  sentences.tell_if(payload.tokens_used != 0 || payload.token_budget != 0,
                    "the numbers of tokens are left out");
  sentences.tell(components, " symbol(s) lose score components");
  sentences.tell(kindless, " symbol(s) without a kind become nodes of the type \"unknown\"");
  sentences.tell(states, " edge(s) lose their status");
  sentences.tell(dangling, " edge(s) to symbols that are not there are left out");
}

}  // namespace

Result<Document> from_payload(const Payload& payload, std::vector<Loss>* losses) {
  if (const auto fit = graph::check_fit(payload); !fit) return fit.error();
  std::unordered_map<std::string_view, std::size_t> places;
  Builder b;
  b.begin_object().key("query_type").string("traversal").key("nodes").begin_array();
  const auto type_of = [](const Symbol& symbol) {
    return symbol.kind.empty() ? std::string_view("unknown") : std::string_view(symbol.kind);
  };
  for (std::size_t i = 0; i < payload.symbols.size(); ++i) {
    const Symbol& symbol = payload.symbols[i];
    places[symbol.qualified_name] = i;  // of equal names the last one counts
    b.begin_object().key("type").string(type_of(symbol));
    b.key("id").string(std::to_string(i));
    b.key("qualified_name").string(symbol.qualified_name).key("score").real(symbol.score);
    b.key("provenance").string(symbol.provenance).key("signature").string(symbol.signature);
    b.key("distance").integer(symbol.distance).end_object();
  }
  b.end_array().key("edges").begin_array();
  std::uint64_t dangling = 0;
  for (const Edge& edge : payload.edges) {
    const auto source = places.find(edge.source);
    const auto target = places.find(edge.target);
    if (source == places.end() || target == places.end()) {
      ++dangling;
      continue;
    }
    b.begin_object().key("type").string(upper(edge.type));
    b.key("from").string(type_of(payload.symbols[source->second]));
    b.key("from_id").string(std::to_string(source->second));
    b.key("to").string(type_of(payload.symbols[target->second]));
    b.key("to_id").string(std::to_string(target->second)).end_object();
  }
  b.end_array().end_object();
  tell_losses(payload, dangling, Sentences(losses));
  return b.finish();
}

Result<Payload> to_payload(Value value, std::vector<Loss>* losses) {
  ResponseLosses unused;
  auto response = read_response(value, unused);
  if (!response) return response.error();
  Payload payload;
  std::map<std::pair<std::string_view, std::int64_t>, std::string> names;
  const auto reference = [](std::string_view type, std::int64_t id) {
    return std::string(type) + ":" + std::to_string(id);
  };
  std::uint64_t properties = 0;
  for (const Node& node : response->nodes) {
    Symbol symbol;
    const Value* const name = node.properties.find("qualified_name");
    symbol.qualified_name = name != nullptr && name->is_string() && name->size() != 0
                                ? std::string(name->string())
                                : reference(node.type, node.id);
    symbol.kind = node.type;
    symbol.provenance = "goon";
    for (const auto [key, property] : node.properties.members()) {
      if (key != "type" && key != "id" && key != "qualified_name") ++properties;
    }
    names.emplace(std::pair(node.type, node.id), symbol.qualified_name);
    payload.symbols.push_back(std::move(symbol));
  }
  std::uint64_t marks = 0;
  const auto name_of_end = [&](std::string_view type, std::int64_t id) {
    const auto known = names.find({type, id});
    return known == names.end() ? reference(type, id) : known->second;
  };
  for (const Link& link : response->links) {
    if (link.depth || link.path_id || link.step) ++marks;
    payload.edges.push_back({name_of_end(link.from, link.from_id), name_of_end(link.to, link.to_id),
                             lower(link.type), ""});
  }
  Sentences sentences(losses);
  sentences.tell(properties, " properties of nodes are left out");
  sentences.tell(marks, " edge(s) lose depth, path_id or step");
  sentences.tell_if(response->rows.has_value(), "rows and columns are left out");
  sentences.tell_if(response->has_more || response->truncated || response->total_rows ||
                        !response->next_cursor.empty(),
                    "the pagination is left out");
  return payload;
}

}  // namespace laconic::goon

// stream_operations.cpp - operations of the fixture suite that are about streams.
#include "stream_operations.hpp"

#include <string_view>

#include <laconic/stream.hpp>

namespace laconic::conformance {
namespace {

std::string_view text_of(Value object, std::string_view key) {
  const Value* value = object.find(key);
  return value != nullptr && value->is_string() ? value->string() : std::string_view();
}

std::int64_t integer_of(Value object, std::string_view key) {
  const Value* value = object.find(key);
  return value != nullptr && value->kind() == Kind::integer ? value->integer() : 0;
}

}  // namespace

std::string graph_stream_encode(Value fixture) {
  const Value* input = fixture.find("input");
  const std::string_view expected = text_of(fixture, "expected");
  if (input == nullptr || expected.empty()) return "fixture without input or expected";
  gcf::GraphStreamOptions options;
  options.tool = text_of(*input, "tool");
  options.token_budget = integer_of(*input, "tokenBudget");
  options.tokens_used = integer_of(*input, "tokensUsed");
  options.pack_root = text_of(*input, "packRoot");
  if (const Value* given = fixture.find("options")) {
    for (const auto& [key, value] : given->members()) {
      if (key != "labeledTrailerCounts") return "an option that is not known: " + std::string(key);
      options.labelled_counts = value.boolean();
    }
  }
  std::string text;
  gcf::GraphStreamWriter writer({[](void* out, std::string_view piece) -> Result<Done> {
                                   static_cast<std::string*>(out)->append(piece);
                                   return Done{};
                                 },
                                 &text},
                                options);
  const Value* symbols = input->find("symbols");
  const Value* edges = input->find("edges");
  if (symbols == nullptr || edges == nullptr) return "fixture without symbols or edges";
  for (const Value& symbol : symbols->items()) {
    const Value* score = symbol.find("score");
    if (score == nullptr) return "a symbol without a score";
    const auto ok = writer.symbol({std::string(text_of(symbol, "qualifiedName")),
                                   std::string(text_of(symbol, "kind")),
                                   score->real(),
                                   std::string(text_of(symbol, "signature")),
                                   std::string(text_of(symbol, "provenance")),
                                   integer_of(symbol, "distance"),
                                   {}});
    if (!ok) return "symbol: " + ok.error().message();
  }
  for (const Value& edge : edges->items()) {
    const auto ok =
        writer.edge({std::string(text_of(edge, "source")), std::string(text_of(edge, "target")),
                     std::string(text_of(edge, "edgeType")), std::string(text_of(edge, "status"))});
    if (!ok) return "edge: " + ok.error().message();
  }
  if (const auto ok = writer.close(); !ok) return "close: " + ok.error().message();
  if (text == expected) return "";
  return "expected\n" + std::string(expected) + "---- but got\n" + text + "----";
}

}  // namespace laconic::conformance

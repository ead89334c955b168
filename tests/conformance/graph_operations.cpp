// graph_operations.cpp - fixtures of the graph profile and of graph sessions.
#include "graph_operations.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <laconic/gcf.hpp>
#include <laconic/gcf_session.hpp>
#include <laconic/json.hpp>

#include "direct_json.hpp"
#include "exact_text.hpp"
#include "plain_json.hpp"

namespace laconic::conformance {
namespace {

using support::difference;
using support::exact;

gcf::GraphEncodeOptions lossless() {
  gcf::GraphEncodeOptions options;
  options.lossless = true;
  return options;
}

std::string bytes(std::string_view what, std::string_view expected, std::string_view got) {
  if (expected == got) return "";
  return std::string(what) + " gives\n" + std::string(got) + "instead of\n" + std::string(expected);
}

/// A payload as the wire carries it: scores of two decimals.
graph::Payload as_carried(graph::Payload payload) {
  for (graph::Symbol& symbol : payload.symbols) {
    char text[64];
    std::snprintf(text, sizeof text, "%.2f", symbol.score);
    symbol.score = std::strtod(text, nullptr);
  }
  return payload;
}

/// Every symbol and edge of `a` is in `b`, and there are no others.
std::string same_content(const graph::Payload& a, const graph::Payload& b) {
  if (a.symbols.size() != b.symbols.size()) return "another number of symbols";
  if (a.edges.size() != b.edges.size()) return "another number of edges";
  for (const graph::Symbol& symbol : a.symbols) {
    if (std::find(b.symbols.begin(), b.symbols.end(), symbol) == b.symbols.end()) {
      return "no symbol " + symbol.qualified_name;
    }
  }
  for (const graph::Edge& edge : a.edges) {
    if (std::find(b.edges.begin(), b.edges.end(), edge) == b.edges.end()) {
      return "no edge " + edge.source + " -> " + edge.target;
    }
  }
  if (a.tool != b.tool || a.token_budget != b.token_budget || a.tokens_used != b.tokens_used ||
      a.pack_root != b.pack_root) {
    return "another header";
  }
  return "";
}

}  // namespace

bool is_graph_wire(std::string_view wire) {
  return wire.starts_with("GCF profile=graph");
}

std::string graph_encode(Value input, std::string_view expected) {
  std::vector<graph::Loss> losses;
  auto payload = graph::from_value(input, &losses);
  if (!payload) return "from_value: " + payload.error().message();
  if (!losses.empty()) return "from_value: " + losses[0].what;
  auto wire = gcf::encode_graph(*payload, {}, &losses);
  if (!wire) return "encode: " + wire.error().message();
  if (std::string wrong = bytes("encode", expected, *wire); !wrong.empty()) return wrong;
  auto back = gcf::decode_graph(exact(*wire));
  if (!back) return "decode: " + back.error().message();
  if (std::string wrong = same_content(as_carried(*payload), *back); !wrong.empty()) return wrong;
  if (losses.empty() && !same_content(*payload, *back).empty()) return "lossy in silence";
  auto again = gcf::encode_graph(*back, lossless(), nullptr);
  if (!again) return "encode again: " + again.error().message();
  return bytes("encode again", expected, *again);
}

std::string graph_decode(std::string_view input, Value expected) {
  auto doc = gcf::decode(exact(input));
  if (!doc) return "decode: " + doc.error().message();
  if (doc->root().size() != 6) return "the payload has other keys than the guide lists";
  // Some fixtures list only some of the keys.
  for (const auto& [key, value] : expected.members()) {
    const Value* got = doc->root().find(key);
    if (got == nullptr) return "no " + std::string(key);
    if (std::string wrong = difference(value, *got, true); !wrong.empty()) return wrong;
  }
  if (std::string wrong = support::check_to_json(input, {}, doc); !wrong.empty()) return wrong;
  auto payload = gcf::decode_graph(exact(input));
  if (!payload) return "decode_graph: " + payload.error().message();
  auto shaped = graph::to_document(*payload);
  if (!shaped) return "to_document: " + shaped.error().message();
  if (!identical(shaped->root(), doc->root())) return "decode and decode_graph differ";
  auto read = graph::from_value(doc->root());
  if (!read || !(*read == *payload)) return "the payload's JSON shape is not read back";
  auto wire = gcf::encode_graph(*payload, lossless(), nullptr);
  if (!wire) return "encode: " + wire.error().message();
  auto back = gcf::decode_graph(exact(*wire));
  if (!back) return "decode again: " + back.error().message();
  return same_content(*payload, *back);
}

std::string graph_session(Value calls) {
  if (!calls.is_array() || calls.size() == 0) return "fixture without calls";
  gcf::Session session;
  gcf::SessionReader reader;
  for (const Value& call : calls.items()) {
    const Value* input = call.find("input");
    const Value* expected = call.find("expected");
    if (input == nullptr || expected == nullptr) return "a call without input or expected";
    auto payload = graph::from_value(*input);
    if (!payload) return "from_value: " + payload.error().message();
    auto message = session.encode(*payload);
    if (!message) return "encode: " + message.error().message();
    if (std::string wrong = bytes("encode", expected->string(), message->text); !wrong.empty()) {
      return wrong;
    }
    auto read = reader.decode(exact(message->text));
    if (!read) return "decode: " + read.error().message();
    if (std::string wrong = same_content(as_carried(*payload), *read); !wrong.empty()) return wrong;
    if (auto done = session.commit(message->ticket); !done) return done.error().message();
  }
  return "";
}

}  // namespace laconic::conformance

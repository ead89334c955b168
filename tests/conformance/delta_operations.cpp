// delta_operations.cpp - the suite's operations on pack roots and deltas.
#include "delta_operations.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include <laconic/delta.hpp>

#include "exact_text.hpp"

namespace laconic::conformance {
namespace {

using support::exact;

std::string_view text(Value object, std::string_view key) {
  const Value* value = object.find(key);
  return value != nullptr && value->is_string() ? value->string() : std::string_view();
}

Value member(Value object, std::string_view key) {
  const Value* value = object.find(key);
  return value == nullptr ? Value() : *value;
}

std::uint64_t count(Value object, std::string_view key) {
  const Value value = member(object, key);
  return value.kind() == Kind::integer ? static_cast<std::uint64_t>(value.integer()) : 0;
}

std::string differ(std::string_view what, std::string_view expected, std::string_view got) {
  if (expected == got) return "";
  return std::string(what) + ": expected\n" + std::string(expected) + "\n---- but got\n" +
         std::string(got) + "\n----";
}

std::string check_error(Value fixture, const Error& error) {
  const std::string_view expected = text(fixture, "expectedError");
  if (expected.empty()) return "failed: " + error.message();
  const bool phrase = expected == "already exists" && error.code == Errc::delta_invalid &&
                      error.message().find(expected) != std::string::npos;
  if (phrase || slug(error.code) == expected) return "";
  return "expected " + std::string(expected) + ", got " + error.message();
}

// ---- graphs ----

std::vector<graph::Symbol> symbols(Value list) {
  std::vector<graph::Symbol> all;
  if (!list.is_array()) return all;
  for (const Value& item : list.items()) {
    graph::Symbol symbol;
    symbol.qualified_name = text(item, "qualifiedName");
    symbol.kind = text(item, "kind");
    symbol.provenance = text(item, "provenance");
    if (const Value score = member(item, "score"); score.is_number()) symbol.score = score.real();
    symbol.distance = static_cast<std::int64_t>(count(item, "distance"));
    all.push_back(std::move(symbol));
  }
  return all;
}

std::vector<graph::Edge> edges(Value list) {
  std::vector<graph::Edge> all;
  if (!list.is_array()) return all;
  for (const Value& item : list.items()) {
    graph::Edge edge;
    edge.source = text(item, "source");
    edge.target = text(item, "target");
    edge.type = text(item, "edgeType");
    all.push_back(std::move(edge));
  }
  return all;
}

graph::Payload payload(Value snapshot) {
  graph::Payload made;
  made.symbols = symbols(member(snapshot, "symbols"));
  made.edges = edges(member(snapshot, "edges"));
  return made;
}

std::string pack_root(Value fixture) {
  const graph::Payload input = payload(member(fixture, "input"));
  const auto bytes = graph::canonical_bytes(input);
  if (!bytes) return bytes.error().message();
  if (auto wrong = differ("records", text(fixture, "canonicalBytes"), *bytes); !wrong.empty()) {
    return wrong;
  }
  const auto root = graph::pack_root(input);
  return root ? differ("root", text(fixture, "expected"), *root) : root.error().message();
}

std::string encode_graph_delta(Value fixture) {
  const Value input = member(fixture, "input");
  graph::Delta delta;
  delta.tool = text(input, "tool");
  delta.base_root = text(input, "baseRoot");
  delta.new_root = text(input, "newRoot");
  delta.removed = symbols(member(input, "removed"));
  delta.added = symbols(member(input, "added"));
  delta.removed_edges = edges(member(input, "removedEdges"));
  delta.added_edges = edges(member(input, "addedEdges"));
  const auto wire =
      gcf::encode_delta(delta, {count(input, "deltaTokens"), count(input, "fullTokens")});
  if (!wire) return wire.error().message();
  if (auto wrong = differ("wire", text(fixture, "expected"), *wire); !wrong.empty()) return wrong;
  const auto back = gcf::decode_delta(exact(*wire));
  if (!back) return "decode: " + back.error().message();
  return *back == delta ? "" : "the delta reads back differently";
}

std::string apply_graph_delta(Value fixture) {
  const auto delta = gcf::decode_delta(exact(text(fixture, "input")));
  if (!delta) return "decode: " + delta.error().message();
  const graph::Payload base = payload(member(fixture, "base_snapshot"));
  const auto result = graph::apply(base, *delta);
  if (!result) return check_error(fixture, result.error());
  if (!text(fixture, "expectedError").empty()) return "accepted";
  const auto base_root = graph::pack_root(base);
  if (!base_root || *base_root != text(fixture, "base_root")) return "the base has another root";
  const graph::Payload expected = payload(member(fixture, "expected_snapshot"));
  const auto root = graph::pack_root(*result);
  const auto expected_root = graph::pack_root(expected);
  if (!root || !expected_root) return "a snapshot has no root";
  if (auto wrong = differ("root", *expected_root, *root); !wrong.empty()) return wrong;
  if (auto wrong = differ("root", text(fixture, "new_root"), *root); !wrong.empty()) return wrong;
  // Our own difference leads there too.
  const auto own = graph::diff(base, expected);
  if (!own) return "diff: " + own.error().message();
  const auto again = graph::apply(base, *own);
  return again && again->pack_root == *root ? "" : "our own delta does not lead there";
}

// ---- keyed sets ----

std::vector<std::string> names(Value list) {
  std::vector<std::string> all;
  if (!list.is_array()) return all;
  for (const Value& item : list.items())
    all.emplace_back(item.string());
  return all;
}

Result<gcf::KeyedSet> keyed_set(Value input) {
  const std::vector<std::string> fields = names(member(input, "fields"));
  const std::string_view name = text(input, "name");
  return gcf::KeyedSet::from_records(member(input, "rows"), text(input, "key"),
                                     name.empty() ? "rows" : name, &fields);
}

/// Rows and keys as cells, by way of a set.
Result<gcf::SetDelta> set_delta(Value input) {
  gcf::SetDelta delta;
  delta.tool = text(input, "tool");
  delta.key = text(input, "key");
  delta.base_root = text(input, "baseRoot");
  delta.new_root = text(input, "newRoot");
  delta.fields = names(member(input, "fields"));
  const std::pair<std::string_view, std::vector<gcf::SetRow>*> sections[] = {
      {"added", &delta.added}, {"changed", &delta.changed}};
  for (const auto& [section, rows] : sections) {
    const Value list = member(input, section);
    if (!list.is_array()) continue;
    const auto set = gcf::KeyedSet::from_records(list, delta.key, "rows", &delta.fields);
    if (!set) return set.error();
    *rows = set->rows();
  }
  const Value removed = member(input, "removed");
  if (removed.is_array()) {
    for (const Value& id : removed.items()) {
      if (id.is_string()) {
        delta.removed.push_back({gcf::Cell::Kind::string, std::string(id.string())});
      } else {
        delta.removed.push_back({gcf::Cell::Kind::number, std::to_string(id.integer())});
      }
    }
  }
  return delta;
}

std::string generic_pack_root(Value fixture) {
  const auto set = keyed_set(member(fixture, "input"));
  return set ? differ("root", text(fixture, "expected"), set->root()) : set.error().message();
}

std::string generic_delta(Value fixture) {
  const Value input = member(fixture, "input");
  const auto delta = set_delta(input);
  if (!delta) return delta.error().message();
  const auto wire =
      gcf::encode_delta(*delta, {count(input, "deltaTokens"), count(input, "fullTokens")});
  if (!wire) return wire.error().message();
  if (auto wrong = differ("wire", text(fixture, "expected"), *wire); !wrong.empty()) return wrong;
  const auto back = gcf::decode_set(exact(*wire));
  if (!back) return "decode: " + back.error().message();
  const auto again = gcf::encode_delta(back->delta);
  if (!again) return "encode again: " + again.error().message();
  std::string expected(text(fixture, "expected"));
  if (const std::size_t at = expected.find(" savings="); at != std::string::npos) {
    expected.erase(at, expected.find('\n') - at);
  }
  return differ("wire again", expected, *again);
}

std::string verify(Value fixture, const gcf::KeyedSet& base, gcf::SetDelta delta) {
  const std::string root = base.root();
  delta.new_root = text(member(fixture, "input"), "expectedNewRoot");
  const auto result = gcf::apply(base, delta);
  if (base.root() != root) return "the base was touched";
  if (!result) return check_error(fixture, result.error());
  if (!text(fixture, "expectedError").empty()) return "accepted";
  return differ("root", text(fixture, "expected"), result->root());
}

std::string generic_delta_verify(Value fixture) {
  const Value input = member(fixture, "input");
  const auto base = keyed_set(member(input, "base"));
  if (!base) return "base: " + base.error().message();
  const auto delta = set_delta(member(input, "delta"));
  if (!delta) return "delta: " + delta.error().message();
  return verify(fixture, *base, *delta);
}

std::string generic_delta_decode(Value fixture) {
  const Value input = member(fixture, "input");
  const auto base = keyed_set(member(input, "base"));
  if (!base) return "base: " + base.error().message();
  const auto message = gcf::decode_set(exact(text(input, "wire")));
  if (!message) return check_error(fixture, message.error());
  if (message->outcome != gcf::Outcome::delta) return "not read as a delta";
  return verify(fixture, *base, message->delta);
}

std::string generic_delta_session(Value fixture) {
  const Value input = member(fixture, "input");
  const Value expected = member(fixture, "expected");
  const Value policy = member(input, "policy");
  gcf::Reanchor reanchor;
  if (text(policy, "mode") == "sizeGuard") {
    reanchor.mode = gcf::Reanchor::Mode::size_guard;
  } else if (text(policy, "mode") == "fixedN") {
    reanchor.n = static_cast<std::int64_t>(count(policy, "n"));
  } else {
    return "an unknown policy";
  }
  auto base = keyed_set(member(input, "base"));
  if (!base) return "base: " + base.error().message();
  gcf::SetProducer producer(std::move(*base), text(input, "tool"), reanchor);
  gcf::SetConsumer consumer;
  const auto initial = producer.current_full();
  if (!initial) return initial.error().message();
  if (auto wrong = differ("initial", text(expected, "initialFull"), *initial); !wrong.empty()) {
    return wrong;
  }
  if (const auto read = consumer.receive(exact(*initial)); !read) return read.error().message();
  const Value emissions = member(expected, "emissions");
  const Value updates = member(input, "updates");
  if (emissions.size() != updates.size() || updates.size() == 0) return "fixture without updates";
  for (std::size_t i = 0; i < updates.size(); ++i) {
    auto set = keyed_set(updates.items()[i]);
    if (!set) return "update: " + set.error().message();
    const std::string root = set->root();
    const auto emission = producer.next(std::move(*set));
    if (!emission) return emission.error().message();
    const Value wanted = emissions.items()[i];
    const std::string turn = "turn " + std::to_string(i + 1);
    if (auto wrong = differ(turn, text(wanted, "wire"), emission->wire); !wrong.empty()) {
      return wrong;
    }
    if (member(wanted, "isFull").boolean() != emission->is_full) return turn + ": isFull differs";
    const auto read = consumer.receive(exact(emission->wire));
    if (!read) return turn + ": " + read.error().message();
    if (consumer.current()->root() != root) return turn + ": the consumer has something else";
  }
  return "";
}

}  // namespace

std::string run_delta_operation(std::string_view operation, Value fixture, bool& known) {
  known = true;
  if (operation == "pack-root") return pack_root(fixture);
  if (operation == "delta") {
    return member(fixture, "input").is_object() ? encode_graph_delta(fixture)
                                                : apply_graph_delta(fixture);
  }
  if (operation == "delta-verify") return apply_graph_delta(fixture);
  if (operation == "generic-pack-root") return generic_pack_root(fixture);
  if (operation == "generic-delta") return generic_delta(fixture);
  if (operation == "generic-delta-verify") return generic_delta_verify(fixture);
  if (operation == "generic-delta-decode") return generic_delta_decode(fixture);
  if (operation == "generic-delta-session") return generic_delta_session(fixture);
  known = false;
  return "not implemented";
}

}  // namespace laconic::conformance

// delta_fuzz.cpp - any bytes as a payload about changes: refused with a place, or applied safely.
#include <string>
#include <vector>

#include <laconic/delta.hpp>
#include <laconic/gcf.hpp>

#include "fuzz_target.hpp"

using namespace laconic;
using fuzz::require;

namespace {

/// What was read can be written, and reads back as the same.
void check_set(const gcf::SetMessage& message) {
  if (message.outcome == gcf::Outcome::unchanged) return;
  const auto wire = message.outcome == gcf::Outcome::full ? gcf::encode_full(message.full)
                                                          : gcf::encode_delta(message.delta);
  require(wire.ok(), "what was read cannot be written");
  const auto back = gcf::decode_set(*wire);
  require(back.ok(), "what was written cannot be read");
  require(back->outcome == message.outcome, "another outcome");
  if (message.outcome == gcf::Outcome::full) {
    require(back->full.root() == message.full.root(), "another root");
    require(back->full.rows() == message.full.rows(), "other rows");
    require(gcf::decode(*wire).ok(), "the plain reader refuses a full payload");
    require(message.full.to_document().ok(), "a set without a document");
    const auto same = gcf::diff(message.full, message.full);
    require(same.ok() && same->added.empty() && same->changed.empty() && same->removed.empty(),
            "a set differs from itself");
    return;
  }
  gcf::SetDelta expected = message.delta;
  expected.tool.clear();
  gcf::SetDelta got = back->delta;
  got.tool.clear();
  require(got.added == expected.added && got.changed == expected.changed &&
              got.removed == expected.removed,
          "another delta");
  // Applied to a set it was not made for, it is refused or leads where it says.
  std::vector<std::string> fields = expected.fields;
  if (fields.empty()) fields = {expected.key};
  auto base = gcf::KeyedSet::from_parts("rows", expected.key, fields, expected.changed);
  if (!base) return;
  expected.base_root = base->root();
  const auto result = gcf::apply(*base, expected);
  require(!result || result->root() == expected.new_root, "an unverified result");
}

void check_graph(const graph::Delta& delta) {
  const auto wire = gcf::encode_delta(delta);
  if (!wire) return;  // words with control characters are read, but not written
  const auto back = gcf::decode_delta(*wire);
  require(back.ok(), "what was written cannot be read");
  require(back->removed == delta.removed && back->removed_edges == delta.removed_edges &&
              back->added_edges == delta.added_edges && back->added.size() == delta.added.size(),
          "another graph delta");
  graph::Payload base;
  base.symbols = delta.removed;
  base.edges = delta.removed_edges;
  graph::Delta own = delta;
  const auto root = graph::pack_root(base);
  if (!root) return;
  own.base_root = *root;
  const auto result = graph::apply(base, own);
  require(!result || result->pack_root == own.new_root, "an unverified result");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const auto set = gcf::decode_set(text);
  if (set) {
    check_set(*set);
  } else {
    require(set.error().offset <= size, "an error points behind the text");
  }
  const auto delta = gcf::decode_delta(text);
  if (delta) {
    check_graph(*delta);
  } else {
    require(delta.error().offset <= size, "an error points behind the text");
  }
  gcf::SetConsumer consumer;
  if (consumer.receive(text)) require(consumer.current() != nullptr, "taken, but not there");
  gcf::GraphConsumer graphs;
  const auto taken = graphs.receive(text);
  if (taken) {
    // Without a base only a full payload is taken, and it is what it says it is.
    require(*taken == gcf::Outcome::full, "a change of nothing is taken");
    const auto again = gcf::encode_full(*graphs.current());
    require(!again || gcf::decode_graph_message(*again)->root == graphs.current()->pack_root,
            "a full payload has another root when it is sent on");
  } else {
    require(taken.error().offset <= size, "an error points behind the text");
  }
  return 0;
}

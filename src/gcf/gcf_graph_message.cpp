// gcf_graph_message.cpp - what producers and consumers of a graph snapshot tell each other:
// unchanged, a delta, or all of it (GCF 10.3, 10.4).
#include <algorithm>
#include <string>
#include <utility>

#include <laconic/delta.hpp>
#include <laconic/gcf_graph.hpp>

#include "gcf/gcf_delta_text.hpp"
#include "graph/symbol_text.hpp"

namespace laconic::gcf {
namespace {

/// The digits of `symbols=`, which an unchanged answer may leave out.
bool read_symbols(std::string_view text, std::uint64_t& out) noexcept {
  for (const char c : text) {
    if (c < '0' || c > '9' || out > (~std::uint64_t{0} - 9) / 10) return false;
    out = out * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return true;
}

/// The header of a message, which says what the rest is.
class MessageHeader {
 public:
  bool read(std::string_view wire, const DecodeOptions& options, GraphMessage& out) {
    if (!text_.open(wire, options, "graph")) return false;
    if (text_.says("delta")) {
      out.outcome = Outcome::delta;
      return true;  // its reader asks for the roots
    }
    out.root = text_.field("pack_root");
    if (out.root.empty()) {
      return text_.fail(text_.begin() + 4, Errc::malformed_delta, "the header has no pack_root=");
    }
    out.outcome = text_.says("unchanged") ? Outcome::unchanged : Outcome::full;
    return out.outcome == Outcome::full || unchanged(out);
  }
  [[nodiscard]] const Error& error() const noexcept { return text_.error(); }

 private:
  bool unchanged(GraphMessage& out) {
    const std::string_view symbols = text_.field("symbols");
    if (!read_symbols(symbols, out.symbols)) {
      return text_.fail(symbols.data(), Errc::malformed_header_field, "symbols= is a number");
    }
    std::string_view line;
    if (!text_.next(line)) return false;
    return text_.at_end() ||
           text_.fail(line.data(), Errc::invalid_line, "an unchanged answer has no body");
  }

  DeltaText text_;
};

/// `payload` as it travels, named by its content.
graph::Payload snapshot_of(graph::Payload payload, std::string root) {
  payload.pack_root = std::move(root);
  for (graph::Symbol& symbol : payload.symbols)
    symbol.score = graph::travelled_score(symbol.score);
  return payload;
}

Result<std::string> write_full(const graph::Payload& payload, std::string root) {
  return encode_graph(snapshot_of(payload, std::move(root)), {}, nullptr);
}

/// A delta whose header says what it costs, as far as somebody can measure that. The cost is
/// part of the text that is measured, so it is corrected until it stands, or a few times.
Result<std::string> write_delta(const graph::Delta& delta, const Cost& cost,
                                std::uint64_t full_cost) {
  auto wire = encode_delta(delta);
  if (!wire || cost.measure == nullptr) return wire;
  std::uint64_t stated = 0;
  for (int round = 0; round < 4; ++round) {
    const std::uint64_t measured = cost(*wire);
    if (measured == stated) break;
    stated = measured;
    wire = encode_delta(delta, {stated, full_cost});
    if (!wire) break;
  }
  return wire;
}

}  // namespace

Result<std::string> encode_full(const graph::Payload& payload) {
  auto root = graph::pack_root(payload);
  if (!root) return root.error();
  return write_full(payload, std::move(*root));
}

Result<GraphMessage> decode_graph_message(std::string_view text, const DecodeOptions& options) {
  GraphMessage message;
  MessageHeader header;
  if (!header.read(text, options, message)) return header.error();
  if (message.outcome == Outcome::delta) {
    auto delta = decode_delta(text, options);
    if (!delta) return delta.error();
    message.delta = std::move(*delta);
    message.root = message.delta.new_root;
  }
  if (message.outcome == Outcome::full) {
    auto payload = decode_graph(text, options);
    if (!payload) return payload.error();
    const auto root = graph::pack_root(*payload);
    if (!root) return root.error();
    if (*root != message.root) {
      return Error{Errc::root_mismatch, 0,
                   "the payload has the root " + *root + " and not the one in its header"};
    }
    message.full = std::move(*payload);
  }
  return message;
}

Result<graph::Payload> apply(const graph::Payload& base, const GraphMessage& message) {
  switch (message.outcome) {
    case Outcome::full: return message.full;
    case Outcome::delta: return graph::apply(base, message.delta);
    case Outcome::unchanged: break;
  }
  const auto root = graph::pack_root(base);
  if (!root) return root.error();
  if (*root != message.root) {
    return Error{Errc::base_mismatch, 0,
                 "the answer is about " + message.root.substr(0, 80) + ", the payload is " + *root +
                     "; ask for a full payload"};
  }
  return snapshot_of(base, message.root);
}

Result<Answer> answer(const graph::Payload& base, const graph::Payload& next,
                      const AnswerOptions& options) {
  auto delta = graph::diff(base, next);
  if (!delta) return delta.error();
  if (!options.tool.empty()) delta->tool = options.tool;
  if (delta->base_root == delta->new_root && !options.always_delta) {
    auto wire = encode_unchanged(delta->new_root, next.symbols.size());
    if (!wire) return wire.error();
    return Answer{Outcome::unchanged, std::move(*wire)};
  }
  graph::Payload sent = next;
  sent.tool = delta->tool;
  auto full = write_full(sent, delta->new_root);
  if (!full) return full.error();
  const std::uint64_t full_cost = options.cost(*full);
  auto wire = write_delta(*delta, options.cost, full_cost);
  if (!wire) return wire.error();
  // GCF 10.1: clearly smaller, or not worth it.
  constexpr std::uint64_t percent = 60;
  if (options.always_delta || options.cost(*wire) * 100 < full_cost * percent) {
    return Answer{Outcome::delta, std::move(*wire)};
  }
  return Answer{Outcome::full, std::move(*full)};
}

GraphProducer::GraphProducer(graph::Payload base, Reanchor policy)
    : current_(std::move(base)), policy_(policy) {
  constexpr std::int64_t default_n = 15;
  if (policy_.n <= 0) policy_.n = default_n;
}

Result<std::string> GraphProducer::current_full() {
  auto wire = encode_full(current_);
  if (!wire) return wire.error();
  delta_bytes_ = 0;
  return wire;
}

Result<GraphProducer::Emission> GraphProducer::next(graph::Payload payload) {
  auto delta = graph::diff(current_, payload);
  if (!delta) return delta.error();
  const bool due = policy_.mode == Reanchor::Mode::fixed_n &&
                   (turn_ + 1) % static_cast<std::uint64_t>(policy_.n) == 0;
  Emission emission{{}, false};
  if (!due) {
    auto wire = encode_delta(*delta);
    if (!wire) return wire.error();
    emission.wire = std::move(*wire);
  }
  if (due || policy_.mode == Reanchor::Mode::size_guard) {
    auto wire = write_full(payload, delta->new_root);
    if (!wire) return wire.error();
    if (due || delta_bytes_ + emission.wire.size() >= wire->size()) {
      emission = {std::move(*wire), true};
    }
  }
  ++turn_;
  delta_bytes_ = emission.is_full ? 0 : delta_bytes_ + emission.wire.size();
  current_ = std::move(payload);
  return emission;
}

Result<Outcome> GraphConsumer::receive(std::string_view wire, const DecodeOptions& options) {
  auto message = decode_graph_message(wire, options);
  if (!message) return message.error();
  if (!has_payload_ && message->outcome != Outcome::full) {
    return Error{Errc::base_mismatch, 0, "there is no payload yet; ask for a full one"};
  }
  auto payload = apply(payload_, *message);
  if (!payload) return payload.error();
  payload_ = std::move(*payload);
  has_payload_ = true;
  return message->outcome;
}

}  // namespace laconic::gcf

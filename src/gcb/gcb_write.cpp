// gcb_write.cpp - graph payloads to GCB1.
#include <bit>
#include <cmath>
#include <limits>
#include <unordered_map>

#include <laconic/gcb.hpp>

#include "base/output.hpp"
#include "gcb/gcb_words.hpp"
#include "graph/payload_value.hpp"
#include "text/escape.hpp"

namespace laconic::gcb {
namespace {

using graph::Edge;
using graph::Payload;
using graph::Symbol;

class Writer {
 public:
  Writer(const Payload& payload, const EncodeOptions& options)
      : payload_(payload), options_(options), out_(options.max_bytes) {}

  Result<std::string> write() {
    for (std::size_t i = 0; i < payload_.symbols.size(); ++i)
      places_[payload_.symbols[i].qualified_name] = i;  // of equal names the last one counts
    if (!choose_edges()) return std::move(error_);
    out_.put("GCB1\x01");
    text(payload_.tool);
    number(static_cast<std::uint64_t>(payload_.tokens_used));
    number(static_cast<std::uint64_t>(payload_.token_budget));
    number(payload_.symbols.size());
    number(edges_.size());
    for (const Symbol& one : payload_.symbols) {
      if (!symbol(one)) return std::move(error_);
    }
    for (const IndexedEdge& one : edges_)
      edge(one);
    auto bytes = out_.finish();
    if (bytes) report();
    return bytes;
  }

 private:
  struct IndexedEdge {
    const Edge* edge;
    std::size_t source;
    std::size_t target;
  };

  bool choose_edges() {
    for (const Edge& edge : payload_.edges) {
      const auto source = places_.find(edge.source);
      const auto target = places_.find(edge.target);
      const auto end = places_.end();
      if (source == end || target == end) {
        ++dangling_;
        if (options_.dangling == Dangling::drop) continue;
        const std::string& missing = source == end ? edge.source : edge.target;
        if (options_.dangling == Dangling::error) {
          error_ = {Errc::not_representable, 0,
                    "an edge names " + quoted(missing) +
                        ", which is no symbol of the payload; leave it out, or use dangling=drop"};
          return false;
        }
        if (payload_.symbols.empty()) {
          error_ = {Errc::not_representable, 0,
                    "an edge names " + quoted(missing) +
                        ", and there is no first symbol to point at; use dangling=drop"};
          return false;
        }
      }
      edges_.push_back(
          {&edge, source == end ? 0 : source->second, target == end ? 0 : target->second});
    }
    return true;
  }

  void number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7)
      out_.put(static_cast<char>((value & 0x7F) | 0x80));
    out_.put(static_cast<char>(value));
  }
  void text(std::string_view text) {
    number(text.size());
    out_.put(text);
  }
  bool real(const Symbol& symbol, std::string_view field, double value) {
    if (std::fabs(value) > static_cast<double>(std::numeric_limits<float>::max())) {
      error_ = {Errc::out_of_range, 0,
                "the " + std::string(field) + " of symbol " + quoted(symbol.qualified_name) +
                    " is beyond binary32, which is all that GCB1 has"};
      return false;
    }
    const auto rounded = static_cast<float>(value);
    if (static_cast<double>(rounded) != value) ++rounded_;
    const auto bits = std::bit_cast<std::uint32_t>(rounded);
    for (unsigned shift = 0; shift < 32; shift += 8)
      out_.put(static_cast<char>((bits >> shift) & 0xFF));
    return true;
  }
  void word(WordList list, std::string_view word, std::uint64_t& unknown) {
    out_.put(static_cast<char>(number_of(list, word)));
    if (!survives(list, word)) ++unknown;
  }

  bool symbol(const Symbol& one) {
    text(one.qualified_name);
    word(WordList::kinds, one.kind, unknown_kinds_);
    if (!real(one, "score", one.score)) return false;
    word(WordList::provenances, one.provenance, unknown_provenances_);
    out_.put(static_cast<char>(static_cast<std::uint64_t>(one.distance) & 0xFF));
    if (one.distance < 0 || one.distance > 255) ++distances_;
    text(one.signature);
    return real(one, "blast_radius", one.components.blast_radius) &&
           real(one, "confidence", one.components.confidence) &&
           real(one, "recency", one.components.recency) &&
           real(one, "component distance", one.components.distance);
  }

  void edge(const IndexedEdge& one) {
    number(one.source);
    number(one.target);
    word(WordList::edge_types, one.edge->type, unknown_types_);
    const std::string_view status = one.edge->status;
    out_.put(static_cast<char>(status == "added" ? 1 : status == "removed" ? 2 : 0));
    if (status == "unchanged") {
      ++unchanged_;
    } else if (!status.empty() && status != "added" && status != "removed") {
      ++unknown_states_;
    }
  }

  void report() {
    if (options_.losses == nullptr) return;
    const auto tell = [&](std::uint64_t count, std::string_view what) {
      if (count != 0) options_.losses->push_back({std::to_string(count) + std::string(what)});
    };
    if (!payload_.pack_root.empty()) {
      options_.losses->push_back({"GCB1 has no place for the pack root"});
    }
    tell(dangling_, options_.dangling == Dangling::compat
                        ? " edge(s) to symbols that are not there point at the first symbol now"
                        : " edge(s) to symbols that are not there are left out");
    tell(rounded_, " number(s) are rounded to binary32");
    tell(distances_, " distance(s) outside 0 to 255 keep their lowest eight bits only");
    tell(unknown_kinds_, " kind(s) that GCB1 does not know become \"unknown_0\"");
    tell(unknown_provenances_, " provenance(s) that GCB1 does not know become \"unknown_0\"");
    tell(unknown_types_, " edge type(s) that GCB1 does not know become \"unknown_0\"");
    tell(unchanged_, " edge(s) lose the status \"unchanged\"");
    tell(unknown_states_, " edge(s) lose a status that GCB1 does not know");
  }

  const Payload& payload_;
  const EncodeOptions& options_;
  Output out_;
  std::unordered_map<std::string_view, std::size_t> places_;
  std::vector<IndexedEdge> edges_;
  Error error_{Errc::not_representable, 0, {}};
  std::uint64_t dangling_ = 0;
  std::uint64_t rounded_ = 0;
  std::uint64_t distances_ = 0;
  std::uint64_t unknown_kinds_ = 0;
  std::uint64_t unknown_provenances_ = 0;
  std::uint64_t unknown_types_ = 0;
  std::uint64_t unchanged_ = 0;
  std::uint64_t unknown_states_ = 0;
};

}  // namespace

Result<std::string> encode(const Payload& payload, const EncodeOptions& options) {
  if (const auto fit = graph::check_fit(payload); !fit) return fit.error();
  return Writer(payload, options).write();
}

}  // namespace laconic::gcb

// gcb_read.cpp - GCB1 to graph payloads: every length is checked before it is believed.
#include "gcb/gcb_read.hpp"

#include <bit>
#include <cmath>

#include "gcb/gcb_words.hpp"
#include "text/utf8.hpp"

namespace laconic::gcb {
namespace {

using graph::Edge;
using graph::Payload;
using graph::Symbol;

constexpr std::uint64_t least_symbol_bytes = 25;
constexpr std::uint64_t least_edge_bytes = 4;
// An edge of four bytes stands for two names of any length; a small file must not become a
// huge payload.
constexpr std::uint64_t most_edge_text = std::uint64_t{256} << 20;

class Reader {
 public:
  Reader(std::string_view bytes, const DecodeOptions& options, std::vector<Repair>& repairs)
      : bytes_(bytes), lenient_(options.lenient), repairs_(repairs) {}

  bool read(Payload& out) {
    if (!bytes_.starts_with("GCB1")) {
      return fail(Errc::missing_header, 0,
                  "GCB1 starts with the bytes 47 43 42 31; is this another format?");
    }
    at_ = 4;
    std::uint8_t version = 0;
    if (!byte("the version", version)) return false;
    if (version != 1) {
      return fail(Errc::unsupported, 4,
                  "version " + std::to_string(version) + " of GCB1; version 1 is known");
    }
    std::uint64_t symbols = 0;
    std::uint64_t edges = 0;
    if (!text("tool", out.tool) || !signed_number("tokens_used", out.tokens_used) ||
        !signed_number("token_budget", out.token_budget) ||
        !number("the number of symbols", symbols)) {
      return false;
    }
    const std::size_t count_at = at_;
    if (!number("the number of edges", edges)) return false;
    const std::uint64_t room = left();
    if (symbols > room / least_symbol_bytes ||
        edges > (room - symbols * least_symbol_bytes) / least_edge_bytes) {
      return fail(Errc::invalid_count, count_at,
                  std::to_string(symbols) + " symbols and " + std::to_string(edges) +
                      " edges are announced, but only " + std::to_string(room) +
                      " bytes follow; the payload is cut off or damaged");
    }
    for (std::uint64_t i = 0; i < symbols; ++i) {
      place_ = " of symbol " + std::to_string(i);
      if (!symbol(out.symbols.emplace_back())) return false;
    }
    for (std::uint64_t i = 0; i < edges; ++i) {
      place_ = " of edge " + std::to_string(i);
      if (!edge(out, out.edges.emplace_back())) return false;
    }
    if (left() == 0) return true;
    return slip(Errc::trailing_characters, at_,
                std::to_string(left()) + " byte(s) behind the last edge");
  }
  [[nodiscard]] Error error() && { return std::move(error_); }

 private:
  [[nodiscard]] std::uint64_t left() const noexcept { return bytes_.size() - at_; }
  bool fail(Errc code, std::uint64_t offset, std::string detail) {
    error_ = {code, offset, std::move(detail)};
    return false;
  }
  /// What a lenient reader only takes note of.
  bool slip(Errc code, std::uint64_t offset, std::string detail) {
    if (!lenient_) return fail(code, offset, std::move(detail));
    repairs_.push_back({code, offset, std::move(detail)});
    return true;
  }
  bool cut(std::string_view field) {
    return fail(Errc::unexpected_end, bytes_.size(),
                "the payload ends within " + std::string(field) + place_);
  }
  bool byte(std::string_view field, std::uint8_t& out) {
    if (left() == 0) return cut(field);
    out = static_cast<std::uint8_t>(bytes_[at_++]);
    return true;
  }

  bool any_number(std::string_view field, std::uint64_t& out) {
    const std::size_t start = at_;
    out = 0;
    for (unsigned shift = 0;; shift += 7) {
      std::uint8_t next = 0;
      if (!byte(field, next)) return false;
      if (shift == 63 && next > 1) {
        return fail(Errc::invalid_number, start,
                    std::string(field) + place_ + " is longer than ten bytes or beyond 2^64-1");
      }
      out |= static_cast<std::uint64_t>(next & 0x7F) << shift;
      if ((next & 0x80) != 0) continue;
      if (next == 0 && shift != 0) {
        return slip(Errc::invalid_number, start,
                    std::string(field) + place_ + " is written with more bytes than it needs");
      }
      return true;
    }
  }
  /// Counts, lengths and indexes.
  bool number(std::string_view field, std::uint64_t& out) {
    const std::size_t start = at_;
    if (!any_number(field, out)) return false;
    if (out <= std::uint64_t{0x7FFFFFFFFFFFFFFF}) return true;
    return fail(Errc::out_of_range, start, std::string(field) + place_ + " is negative");
  }
  bool signed_number(std::string_view field, std::int64_t& out) {
    std::uint64_t bits = 0;
    if (!any_number(field, bits)) return false;
    out = static_cast<std::int64_t>(bits);
    return true;
  }
  bool text(std::string_view field, std::string& out) {
    const std::size_t start = at_;
    std::uint64_t size = 0;
    if (!number(field, size)) return false;
    if (size > left()) {
      return fail(Errc::invalid_count, start,
                  std::string(field) + place_ + " is announced with " + std::to_string(size) +
                      " bytes, but only " + std::to_string(left()) + " follow");
    }
    const std::string_view raw = bytes_.substr(at_, static_cast<std::size_t>(size));
    if (!is_utf8(raw)) {
      return fail(Errc::invalid_utf8, at_ + first_bad_utf8(raw),
                  std::string(field) + place_ + " is not UTF-8");
    }
    out = raw;
    at_ += raw.size();
    return true;
  }
  bool real(std::string_view field, double& out) {
    if (left() < 4) return cut(field);
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < 4; ++i)
      bits |= static_cast<std::uint32_t>(static_cast<std::uint8_t>(bytes_[at_ + i])) << (8 * i);
    const auto value = std::bit_cast<float>(bits);
    if (!std::isfinite(value)) {
      return fail(Errc::out_of_range, at_,
                  std::string(field) + place_ + " is infinite or not a number");
    }
    out = static_cast<double>(value);
    at_ += 4;
    return true;
  }
  bool word(std::string_view field, WordList list, std::string& out) {
    std::uint8_t id = 0;
    if (!byte(field, id)) return false;
    out = word_of(list, id);
    return true;
  }

  bool symbol(Symbol& out) {
    std::uint8_t distance = 0;
    if (!text("the name", out.qualified_name) || !word("the kind", WordList::kinds, out.kind) ||
        !real("the score", out.score) ||
        !word("the provenance", WordList::provenances, out.provenance) ||
        !byte("the distance", distance) || !text("the signature", out.signature)) {
      return false;
    }
    out.distance = distance;
    return real("blast_radius", out.components.blast_radius) &&
           real("confidence", out.components.confidence) &&
           real("recency", out.components.recency) &&
           real("the component distance", out.components.distance);
  }
  bool end_of_edge(std::string_view field, const Payload& payload, std::string& out) {
    const std::size_t start = at_;
    std::uint64_t index = 0;
    if (!number(field, index)) return false;
    if (index >= payload.symbols.size()) {
      return fail(Errc::unknown_edge_reference, start,
                  std::string(field) + place_ + " is symbol " + std::to_string(index) +
                      ", but there are " + std::to_string(payload.symbols.size()));
    }
    out = payload.symbols[static_cast<std::size_t>(index)].qualified_name;
    edge_text_ += out.size();
    if (edge_text_ <= most_edge_text) return true;
    return fail(Errc::limit_exceeded, start,
                "the names of the edges up to this one" + place_ + " have more than " +
                    std::to_string(most_edge_text) + " bytes");
  }
  bool edge(const Payload& payload, Edge& out) {
    std::uint8_t status = 0;
    if (!end_of_edge("the source", payload, out.source) ||
        !end_of_edge("the target", payload, out.target) ||
        !word("the type", WordList::edge_types, out.type) || !byte("the status", status)) {
      return false;
    }
    if (status == 1) out.status = "added";
    if (status == 2) out.status = "removed";
    if (status <= 2) return true;
    return slip(Errc::invalid_edge_syntax, at_ - 1,
                "the status" + place_ + " is " + std::to_string(status) +
                    "; 0, 1 (added) and 2 (removed) are known");
  }

  std::string_view bytes_;
  bool lenient_;
  std::vector<Repair>& repairs_;
  std::size_t at_ = 0;
  std::uint64_t edge_text_ = 0;
  std::string place_;
  Error error_{Errc::unexpected_end, 0, {}};
};

}  // namespace

Result<Payload> read(std::string_view bytes, const DecodeOptions& options,
                     std::vector<Repair>& repairs) {
  if (bytes.size() > options.max_bytes) {
    return Error{Errc::size_exceeded, options.max_bytes,
                 "the payload has " + std::to_string(bytes.size()) + " bytes, the limit is " +
                     std::to_string(options.max_bytes)};
  }
  Payload payload;
  Reader reader(bytes, options, repairs);
  if (!reader.read(payload)) return std::move(reader).error();
  return payload;
}

Result<Payload> decode(std::string_view bytes, const DecodeOptions& options) {
  std::vector<Repair> repairs;
  return read(bytes, options, repairs);
}

}  // namespace laconic::gcb

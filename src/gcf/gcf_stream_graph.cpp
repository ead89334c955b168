// gcf_stream_graph.cpp - the graph profile, written symbol by symbol (GCF 8.3).
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <laconic/stream.hpp>

#include "gcf/gcf_session_access.hpp"
#include "gcf/gcf_stream_text.hpp"
#include "graph/symbol_text.hpp"
#include "text/escape.hpp"

namespace laconic::gcf {
namespace {

/// A token of a node or edge line: not empty, no white space or control characters.
bool is_token(std::string_view text) noexcept {
  return !text.empty() && std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte == 0x7F;
  });
}

std::string group_of(std::int64_t distance) {
  constexpr std::string_view near[] = {"targets", "related", "extended"};
  if (distance < 3) return std::string(near[distance]);
  return "distance_" + std::to_string(distance);
}

}  // namespace

struct GraphStreamWriter::Impl {
  Impl(Sink sink, const GraphStreamOptions& options)
      : text(sink, options.buffer_bytes, false), labelled(options.labelled_counts) {
    const auto is_value = [](std::string_view value) {
      return std::none_of(value.begin(), value.end(), [](char c) { return c < 0x21 || c > 0x7E; });
    };
    if (!is_value(options.tool) || !is_value(options.pack_root)) {
      static_cast<void>(text.fail(Errc::malformed_header_field,
                                  "tool and pack root are printable ASCII without spaces"));
      return;
    }
    if (options.token_budget < 0 || options.tokens_used < 0) {
      static_cast<void>(text.fail(Errc::out_of_range, "tokens are not negative"));
      return;
    }
    text.out.put_literal("GCF profile=graph");
    if (!options.tool.empty()) {
      text.out.put_literal(" tool=");
      text.out.put(options.tool);
    }
    if (options.token_budget != 0) {
      text.out.put_literal(" budget=");
      text.out.put_unsigned(static_cast<std::uint64_t>(options.token_budget));
    }
    if (options.tokens_used != 0) {
      text.out.put_literal(" tokens=");
      text.out.put_unsigned(static_cast<std::uint64_t>(options.tokens_used));
    }
    if (!options.pack_root.empty()) {
      text.out.put_literal(" pack_root=");
      text.out.put(options.pack_root);
    }
    if (options.session != nullptr) {
      const SessionAccess::Stream stream = SessionAccess::begin_stream(*options.session);
      ticket = stream.ticket;
      if (!stream.full) session = options.session;
    }
    if (session != nullptr) text.out.put_literal(" session=true");
    text.out.put('\n');
  }

  Result<Done> ready() {
    if (text.failed()) return text.error();
    if (closed) return text.fail(Errc::bad_usage, "the stream is closed");
    return Done{};
  }

  Result<Done> check_token(std::string_view token, const char* what) {
    if (!is_token(token)) {
      return text.fail(Errc::not_representable,
                       std::string(what) + " " + quoted(token) + " is empty or holds white space");
    }
    if (!is_utf8(token)) return text.fail(Errc::invalid_utf8, std::string(what) + " is not UTF-8");
    return Done{};
  }

  Result<Done> symbol(const graph::Symbol& symbol) {
    if (auto ok = ready(); !ok) return ok;
    if (edges_begun) return text.fail(Errc::bad_usage, "symbols come before the edges");
    if (auto ok = check_token(symbol.qualified_name, "the name of a symbol"); !ok) return ok;
    if (auto ok = check_token(symbol.kind, "the kind of a symbol"); !ok) return ok;
    if (auto ok = check_token(symbol.provenance, "the provenance of a symbol"); !ok) return ok;
    if (symbol.distance < 0) {
      return text.fail(Errc::out_of_range,
                       "the distance of " + quoted(symbol.qualified_name) + " is negative");
    }
    if (!std::isfinite(symbol.score)) {
      return text.fail(Errc::out_of_range,
                       "the score of " + quoted(symbol.qualified_name) + " is no finite number");
    }
    Place& place = places[symbol.qualified_name];
    const std::string kind(graph::short_kind(symbol.kind));
    if (place.count != 0 &&
        (place.kind == kind || !more_kinds.emplace(kind + ' ' + symbol.qualified_name).second)) {
      return text.fail(Errc::duplicate_key, "symbol " + quoted(symbol.qualified_name) +
                                                " of kind " + quoted(symbol.kind) +
                                                " occurs twice");
    }
    SessionAccess::Line line{symbols, false};
    if (session != nullptr) {
      const auto added = SessionAccess::add(*session, ticket, symbol);
      if (!added) return text.fail(added.error());
      line = *added;
    }
    if (place.count++ == 0) {
      place.id = line.id;
      place.kind = kind;
    }
    if (symbol.distance != distance) {
      distance = symbol.distance;
      const std::string name = group_of(distance);
      text.out.put_literal("## ");
      text.out.put(name);
      text.out.put('\n');
      const auto known = std::find_if(groups.begin(), groups.end(),
                                      [&](const Group& g) { return g.name == name; });
      group = static_cast<std::size_t>(known - groups.begin());
      if (known == groups.end()) groups.push_back({name, 0});
    }
    ++groups[group].count;
    ++symbols;
    text.out.put('@');
    text.out.put_unsigned(line.id);
    if (line.reference) {
      text.out.put_literal("  # previously transmitted\n");
      return text.line_done();
    }
    text.out.put(' ');
    text.out.put(kind);
    text.out.put(' ');
    text.out.put(symbol.qualified_name);
    text.out.put(' ');
    text.out.put(graph::score_text(symbol.score));
    text.out.put(' ');
    text.out.put(symbol.provenance);
    text.out.put('\n');
    return text.line_done();
  }

  Result<Done> find(const std::string& name, std::uint64_t& id) {
    const auto found = places.find(name);
    if (found == places.end()) {
      return text.fail(Errc::not_representable,
                       "an edge names " + quoted(name) + ", which is no symbol of this stream");
    }
    if (found->second.count > 1) {
      return text.fail(Errc::not_representable,
                       "an edge names " + quoted(name) + ", which several symbols are called");
    }
    id = found->second.id;
    return Done{};
  }

  Result<Done> edge(const graph::Edge& edge) {
    if (auto ok = ready(); !ok) return ok;
    std::uint64_t source = 0;
    std::uint64_t target = 0;
    if (auto ok = find(edge.source, source); !ok) return ok;
    if (auto ok = find(edge.target, target); !ok) return ok;
    if (auto ok = check_token(edge.type, "the type of an edge"); !ok) return ok;
    const bool has_status = !edge.status.empty() && edge.status != "unchanged";
    if (has_status) {
      if (auto ok = check_token(edge.status, "the status of an edge"); !ok) return ok;
    }
    if (!edges_begun) text.out.put_literal("## edges [?]\n");
    edges_begun = true;
    text.out.put('@');
    text.out.put_unsigned(target);
    text.out.put_literal("<@");
    text.out.put_unsigned(source);
    text.out.put(' ');
    text.out.put(edge.type);
    if (has_status) {
      text.out.put(' ');
      text.out.put(edge.status);
    }
    text.out.put('\n');
    ++edges;
    return text.line_done();
  }

  Result<Done> close() {
    if (auto ok = ready(); !ok) return ok;
    text.out.put_literal("##! summary symbols=");
    text.out.put_unsigned(symbols);
    text.out.put_literal(" edges=");
    text.out.put_unsigned(edges);
    text.out.put_literal(" counts=");
    for (const Group& g : groups) {
      if (labelled) {
        text.out.put(g.name);
        text.out.put(':');
      }
      text.out.put_unsigned(g.count);
      text.out.put(',');
    }
    if (labelled) text.out.put_literal("edges:");
    text.out.put_unsigned(edges);
    text.out.put('\n');
    closed = true;
    return text.pass_on();
  }

  struct Group {
    std::string name;
    std::uint64_t count;
  };
  /// What edges need to know of a name.
  struct Place {
    std::uint64_t id = 0;
    std::uint64_t count = 0;  // of symbols with this name
    std::string kind;         // of the first one
  };

  StreamText text;
  Session* session = nullptr;  // not null: ids are the session's
  std::uint64_t ticket = 0;
  bool labelled;
  std::unordered_map<std::string, Place> places;
  std::unordered_set<std::string> more_kinds;  // "kind name" of all but the first of a name
  std::vector<Group> groups;                   // in order of first appearance
  std::size_t group = 0;
  std::int64_t distance = -1;
  std::uint64_t symbols = 0;
  std::uint64_t edges = 0;
  bool edges_begun = false;
  bool closed = false;
};

GraphStreamWriter::GraphStreamWriter(Sink sink, const GraphStreamOptions& options)
    : impl_(new Impl(sink, options)) {}
GraphStreamWriter::GraphStreamWriter(GraphStreamWriter&& other) noexcept
    : impl_(std::exchange(other.impl_, nullptr)) {}
GraphStreamWriter& GraphStreamWriter::operator=(GraphStreamWriter&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}
GraphStreamWriter::~GraphStreamWriter() {
  delete impl_;
}

Result<Done> GraphStreamWriter::symbol(const graph::Symbol& symbol) {
  return impl_->symbol(symbol);
}
Result<Done> GraphStreamWriter::edge(const graph::Edge& edge) {
  return impl_->edge(edge);
}
Result<Done> GraphStreamWriter::flush() {
  if (impl_->text.failed()) return impl_->text.error();
  return impl_->text.pass_on();
}
Result<Done> GraphStreamWriter::close() {
  return impl_->close();
}
std::uint64_t GraphStreamWriter::ticket() const {
  return impl_->closed && !impl_->text.failed() ? impl_->ticket : 0;
}

}  // namespace laconic::gcf

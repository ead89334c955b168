// stream_decode.cpp - streamed GCF in, one JSON record per line out.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <laconic/builder.hpp>
#include <laconic/graph.hpp>
#include <laconic/json.hpp>
#include <laconic/stream.hpp>

#include "cli/report.hpp"
#include "cli/stream_records.hpp"

namespace laconic::cli {
namespace {

class Decoding {
 public:
  Decoding(Context& context, const StreamSettings& args)
      : context_(context), reader_(options_of(args)) {}

  Exit run() {
    const std::unique_ptr<char[]> piece(new char[stream_piece_bytes]);
    bool more = true;
    while (true) {
      if (const auto exit = take_events()) return *exit;
      if (ended_ || !more) break;
      const auto size = context_.read_some(piece.get(), stream_piece_bytes);
      if (!size) return fail(context_, "-", size.error());
      more = *size != 0 || !finished_;
      if (*size == 0) {
        reader_.finish();
        finished_ = true;
      } else {
        reader_.feed({piece.get(), *size});
      }
    }
    return Exit::done;
  }

 private:
  using Type = gcf::Event::Type;

  static gcf::StreamReaderOptions options_of(const StreamSettings& args) {
    gcf::StreamReaderOptions options;
    options.complete = args.complete;
    return options;
  }

  std::optional<Exit> print_lines() {
    if (const auto exit = add_graph()) return exit;
    bool go_on = true;
    const Exit exit = print(context_, lines_, &go_on);
    const bool stop = !lines_.empty() && !go_on;
    lines_.clear();
    if (exit != Exit::done || stop) return exit;
    return std::nullopt;
  }

  std::optional<Exit> add(Value value) {
    const auto text = json::encode(value);
    if (!text) return fail(context_, "-", text.error());
    lines_.append(*text).append("\n");
    return std::nullopt;
  }

  /// A row of a keyed map is a record with its key in front.
  std::optional<Exit> add_keyed(std::string_view key, Value value) {
    Builder builder;
    builder.begin_object().key(label_).string(key);
    for (const auto& [name, field] : value.members())
      builder.key(name).value(field);
    const auto record = builder.end_object().finish();
    if (!record) return fail(context_, "-", record.error());
    return add(record->root());
  }

  /// Symbols and edges are collected, and shown in the shape that they have in a payload.
  std::optional<Exit> add_graph() {
    if (graph_.symbols.empty() && graph_.edges.empty()) return std::nullopt;
    const auto document = graph::to_document(graph_);
    if (!document) return fail(context_, "-", document.error());
    graph_.symbols.clear();
    graph_.edges.clear();
    graph_bytes_ = 0;
    for (const auto& [list, name] : {std::pair("symbols", "symbol"), std::pair("edges", "edge")}) {
      for (const Value& item : document->root().find(list)->items()) {
        const auto text = json::encode(item);
        if (!text) return fail(context_, "-", text.error());
        lines_.append("{\"").append(name).append("\":").append(*text).append("}\n");
      }
    }
    return std::nullopt;
  }

  std::optional<Exit> add_symbol(const graph::Symbol& symbol) {
    const bool behind_edges = !graph_.edges.empty();
    const auto exit = behind_edges ? add_graph() : std::nullopt;
    graph_.symbols.push_back(symbol);
    graph_bytes_ += symbol.qualified_name.size() + sizeof symbol;
    return exit || graph_bytes_ < stream_piece_bytes ? exit : add_graph();
  }

  std::optional<Exit> add_edge(const graph::Edge& edge) {
    graph_.edges.push_back(edge);
    graph_bytes_ += edge.source.size() + edge.target.size() + sizeof edge;
    return graph_bytes_ < stream_piece_bytes ? std::nullopt : add_graph();
  }

  /// An array of objects that came as a whole consists of rows, too.
  static bool is_rows(Value value) {
    return value.is_array() && value.size() != 0 &&
           std::all_of(value.items().begin(), value.items().end(),
                       [](const Value& item) { return item.is_object(); });
  }

  std::optional<Exit> take_events() {
    while (true) {
      const gcf::Event event = reader_.next();
      std::optional<Exit> exit;
      switch (event.type) {
        case Type::more: return print_lines();
        case Type::error:
          exit = print_lines();
          return exit ? exit : fail_in_stream(context_, "-", event.place, *event.error);
        case Type::header:
          if (event.payload != nullptr) says_more_ = *event.payload != graph::Payload();
          break;
        case Type::symbol: exit = add_symbol(*event.symbol); break;
        case Type::edge: exit = add_edge(*event.edge); break;
        case Type::warning: warn_in_stream(context_, "-", event.place, *event.error); break;
        case Type::begin_table:
          if (event.keyed) label_ = event.columns[0];
          break;
        case Type::row:
          exit = event.keyed ? add_keyed(event.key, event.value) : add(event.value);
          break;
        case Type::item: exit = add(event.value); break;
        case Type::member:
          if (is_rows(event.value)) {
            for (const Value& item : event.value.items()) {
              if (!exit) exit = add(item);
            }
          } else if (!event.value.is_array() || event.value.size() != 0) {
            ++left_out_;
          }
          break;
        case Type::end:
          ended_ = true;
          exit = print_lines();
          if (left_out_ != 0) {
            warn(context_, "-", Errc::not_lossless,
                 fmt::format("{} outside tables {} left out; laconic decode writes everything",
                             left_out_ == 1 ? std::string("1 member")
                                            : fmt::format("{} members", left_out_),
                             left_out_ == 1 ? "is" : "are"));
          }
          if (says_more_) {
            warn(context_, "-", Errc::not_lossless,
                 "what the header says of the payload is left out; laconic decode writes "
                 "everything");
          }
          if (event.trailer_missing) {
            warn(context_, "-", Errc::unexpected_end,
                 "the stream has no trailer, so it may have been cut off");
          }
          return exit;
        default: break;
      }
      if (!exit && lines_.size() >= stream_piece_bytes) exit = print_lines();
      if (exit) return exit;
    }
  }

  Context& context_;
  gcf::StreamReader reader_;
  std::string lines_;
  std::string label_;
  graph::Payload graph_;  // symbols, then edges, that are not yet among the lines
  std::size_t graph_bytes_ = 0;
  bool says_more_ = false;  // the header of a graph, beside the counts
  std::uint64_t left_out_ = 0;
  bool ended_ = false;
  bool finished_ = false;
};

}  // namespace

Exit decode_stream(Context& context, const StreamSettings& args) {
  return Decoding(context, args).run();
}

}  // namespace laconic::cli

// gcf_graph_read.cpp - GCF text of the graph profile to payloads.
#include <utility>

#include "gcf/gcf_graph.hpp"
#include "gcf/gcf_graph_lines.hpp"
#include "gcf/gcf_read.hpp"
#include "graph/payload_value.hpp"
#include "text/text_check.hpp"
#include "text/utf8.hpp"

namespace laconic::gcf {
namespace {

bool next_line(std::string_view text, std::size_t& position, std::string_view& line) {
  if (position >= text.size()) return false;
  const std::size_t newline = text.find('\n', position);
  line = text.substr(position, newline - position);
  position += line.size() + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

/// Everything between the header and the end.
bool read_lines(std::string_view text, GraphLines& lines, graph::Payload& payload) {
  std::size_t position = 0;
  std::string_view line;
  const bool any = next_line(text, position, line);
  if (!lines.header(any ? line : std::string_view(), 0)) return false;
  payload = lines.head();
  while (next_line(text, position, line)) {
    switch (lines.line(line, static_cast<std::uint64_t>(line.data() - text.data()))) {
      case GraphLines::Found::failed: return false;
      case GraphLines::Found::symbol: payload.symbols.push_back(std::move(lines.symbol)); break;
      case GraphLines::Found::edge: payload.edges.push_back(std::move(lines.edge)); break;
      default: break;
    }
  }
  return lines.finish(text.size(), text.ends_with('\n'));
}

}  // namespace

/// The generic entry point has found the header of a graph payload.
bool Reader::graph(Value& root) {
  DecodeOptions options = options_;
  options.max_bytes = UINT64_MAX;  // checked already, with what may stand around the payload
  const std::string_view text(graph_, static_cast<std::size_t>(text_end_ - graph_));
  auto read = read_graph(text, options, nullptr);
  if (!read) {
    error_ = read.error();
    error_.offset += offset(graph_);
    return false;
  }
  root = graph::make_value(maker_, read->payload);
  if (!maker_.ok()) return fail_maker(graph_);
  for (const GraphNote& note : read->notes)
    maker_.note(note.type, note.code, note.offset + offset(graph_), note.text);
  if (emit_ != nullptr) emit_->text.value(root);
  return true;
}

Result<GraphText> read_graph(std::string_view text, const DecodeOptions& options,
                             const KnownSymbols* known) {
  if (const auto fits = check_size(text, options.max_bytes); !fits) return fits.error();
  if (!is_utf8(text)) {
    return Error{Errc::invalid_utf8, first_bad_utf8(text), "the text is not UTF-8 here"};
  }
  GraphLines lines(options, known);
  GraphText out;
  if (!read_lines(text, lines, out.payload)) return lines.error();
  out.session = lines.session();
  out.declared = std::move(lines.declared);
  out.notes = std::move(lines.notes);
  return out;
}

Result<Document> graph_document(const GraphText& text) {
  detail::TreeMaker maker(detail::TreeMaker::hard_depth_limit);
  const Value root = graph::make_value(maker, text.payload);
  if (!maker.ok()) return maker.error(0);
  for (const GraphNote& note : text.notes)
    maker.note(note.type, note.code, note.offset, note.text);
  return maker.finish(root);
}

Result<graph::Payload> decode_graph(std::string_view text, const DecodeOptions& options) {
  auto read = read_graph(text, options, nullptr);
  if (!read) return read.error();
  return std::move(read->payload);
}

}  // namespace laconic::gcf

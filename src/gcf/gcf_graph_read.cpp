// gcf_graph_read.cpp - GCF text of the graph profile to payloads (GCF 5, 6, 6a, 9).
#include <algorithm>
#include <charconv>
#include <unordered_set>

#include "gcf/gcf_graph.hpp"
#include "gcf/gcf_header.hpp"
#include "gcf/gcf_read.hpp"
#include "graph/payload_value.hpp"
#include "graph/symbol_text.hpp"
#include "text/escape.hpp"
#include "text/utf8.hpp"

namespace laconic::gcf {
namespace {

constexpr std::string_view reference_mark = "  # previously transmitted";

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

/// Digits without a sign and without leading zeros, up to `max`.
bool read_count(std::string_view text, std::uint64_t max, std::uint64_t& out) noexcept {
  if (text.empty() || !is_digit(text[0]) || (text.size() > 1 && text[0] == '0')) return false;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), out);
  return done.ec == std::errc() && done.ptr == text.data() + text.size() && out <= max;
}

/// `-?digits.dd`
bool is_score(std::string_view text) noexcept {
  if (text.starts_with('-')) text.remove_prefix(1);
  return text.size() >= 4 && text[text.size() - 3] == '.' && is_digit(text[text.size() - 2]) &&
         is_digit(text.back()) && std::all_of(text.begin(), text.end() - 3, is_digit);
}

/// The fields between single spaces. More than `size` are cut off, but counted.
template <std::size_t size>
std::size_t split(std::string_view text, std::string_view (&out)[size]) noexcept {
  std::size_t count = 0;
  while (true) {
    const std::size_t space = text.find(' ');
    if (count < size) out[count] = text.substr(0, space);
    ++count;
    if (space == std::string_view::npos) return count;
    text.remove_prefix(space + 1);
  }
}

class GraphReader {
 public:
  GraphReader(std::string_view text, const DecodeOptions& options, const KnownSymbols* known)
      : text_(text), options_(options), known_(known) {}

  bool read() {
    std::string_view line;
    if (!next_line(line) || !line.starts_with("GCF ")) {
      return fail(text_.data(), Errc::missing_header,
                  "the text does not start with a header line such as \"GCF profile=graph\"");
    }
    if (!header(line)) return false;
    if (delta_ != nullptr) return refuse_delta();
    while (next_line(line)) {
      if (!one(line)) return false;
    }
    return close_edges() && finish();
  }
  [[nodiscard]] Error error() && { return std::move(error_); }
  [[nodiscard]] GraphText result() && { return std::move(out_); }

 private:
  /// Where the lines are: groups give symbols their distance.
  enum class Section : std::uint8_t { none, group, edges };

  bool header(std::string_view line) {
    const char* const end = line.data() + line.size();
    const HeaderFault fault = read_pairs(line.data() + 4, end, header_);
    if (fault.at != nullptr) return fail(fault.at, fault.code, fault.detail);
    const HeaderPair* profile = header_.find("profile");
    if (profile == nullptr || profile != header_.pairs.data()) {
      return fail(line.data() + 4, Errc::missing_profile,
                  "the first field of the header must be profile=graph");
    }
    if (profile->value != "graph") {
      return fail(profile->at, Errc::unknown_profile,
                  "the profile is " + std::string(profile->value) + "; expected graph");
    }
    for (const std::string_view name : {"delta", "unchanged"}) {
      const HeaderPair* pair = header_.find(name);
      if (pair == nullptr || pair->value != "true") continue;
      delta_ = pair;
      return true;
    }
    const HeaderPair* session = header_.find("session");
    out_.session = session != nullptr && session->value == "true";
    graph::Payload& payload = out_.payload;
    if (const HeaderPair* tool = header_.find("tool")) payload.tool = tool->value;
    if (const HeaderPair* root = header_.find("pack_root")) payload.pack_root = root->value;
    return amount("budget", payload.token_budget) && amount("tokens", payload.tokens_used);
  }

  bool amount(std::string_view name, std::int64_t& out) {
    const HeaderPair* pair = header_.find(name);
    if (pair == nullptr) return true;
    std::uint64_t value = 0;
    if (!read_count(pair->value, INT64_MAX, value)) {
      return fail(pair->at, Errc::malformed_header_field,
                  std::string(name) + " must be a number without sign and leading zeros");
    }
    out = static_cast<std::int64_t>(value);
    return true;
  }

  /// GCF 10: a delta must at least look like one before it is refused as one.
  bool refuse_delta() {
    std::string_view line;
    while (delta_->name == "delta" && next_line(line)) {
      if (!line.starts_with("## ")) continue;
      const std::string_view name = line.substr(3);
      if (name != "removed" && name != "added" && name != "edges_removed" &&
          name != "edges_added") {
        return fail(line.data(), Errc::malformed_delta,
                    "the sections of a graph delta are removed, added, edges_removed and "
                    "edges_added");
      }
    }
    return fail(delta_->at, Errc::not_a_full_payload,
                "this payload only says what changed; ask for a full one");
  }

  bool one(std::string_view line) {
    const std::size_t spaces = std::min(line.find_first_not_of(' '), line.size());
    std::string_view rest = line.substr(spaces);
    const std::size_t blanks = std::min(rest.find_first_not_of(" \t"), rest.size());
    if (blanks == rest.size()) return true;
    if (rest.starts_with("# ")) return true;
    if (blanks != 0 && !repair(rest.data(), Errc::tab_indentation,
                               "lines of the graph profile are not indented")) {
      return false;
    }
    rest.remove_prefix(blanks);
    if (blanks == 0 && spaces != 0 &&
        !repair(rest.data(), Errc::invalid_indent, "lines of the graph profile are not indented")) {
      return false;
    }
    if (trailer_seen_) return fail(rest.data(), Errc::invalid_line, "text behind the trailer");
    if (rest.starts_with("##!")) return trailer(rest);
    if (rest.starts_with("## ")) return section(rest);
    if (rest[0] != '@') {
      return fail(rest.data(), Errc::invalid_line,
                  "expected a group ## name, a symbol @id kind name score provenance, or an edge "
                  "@target<@source type");
    }
    switch (section_) {
      case Section::group: return symbol(rest);
      case Section::edges: return edge(rest);
      case Section::none: break;
    }
    return fail(rest.data(), Errc::invalid_line,
                "a symbol before the first group, such as ## targets");
  }

  // ---- sections

  bool section(std::string_view line) {
    if (!close_edges()) return false;
    std::string_view name = line.substr(3);
    if (name == "edges" || name.starts_with("edges [")) return open_edges(name);
    section_ = Section::group;
    if (name == "targets") {
      distance_ = 0;
    } else if (name == "related") {
      distance_ = 1;
    } else if (name == "extended") {
      distance_ = 2;
    } else {
      std::uint64_t distance = 0;
      if (name.starts_with("distance_") && read_count(name.substr(9), INT64_MAX, distance)) {
        distance_ = static_cast<std::int64_t>(distance);
      } else {
        note(Note::Type::warning, Errc::invalid_line, name.data(),
             "an unknown group; its symbols get the distance " + std::to_string(distance_));
      }
    }
    return true;
  }

  bool open_edges(std::string_view name) {
    section_ = Section::edges;
    edges_at_ = name.data();
    first_edge_ = out_.payload.edges.size();
    counted_ = false;
    if (name == "edges") return true;
    std::string_view count = name.substr(7);
    const std::size_t end = count.find(']');
    if (end == std::string_view::npos) {
      return fail(count.data(), Errc::invalid_count, "a count is closed with ]");
    }
    if (end + 1 != count.size()) {
      return fail(count.data() + end + 1, Errc::malformed_header_field, "text behind the count");
    }
    count = count.substr(0, end);
    if (count == "?") {
      deferred_ = true;
      return true;
    }
    counted_ = true;
    if (!read_count(count, UINT64_MAX, edge_count_)) {
      return fail(count.data(), Errc::invalid_count,
                  "a count is a number without sign and leading zeros, or ?");
    }
    return true;
  }

  bool close_edges() {
    if (section_ != Section::edges || !counted_) return true;
    const std::uint64_t found = out_.payload.edges.size() - first_edge_;
    counted_ = false;
    return found == edge_count_ || repair(edges_at_, Errc::count_mismatch,
                                          "the header counts " + std::to_string(edge_count_) +
                                              " edges, the text has " + std::to_string(found));
  }

  // ---- symbols

  bool symbol_id(std::string_view text, std::uint64_t& out) {
    if (!text.starts_with('@') || !read_count(text.substr(1), max_symbol_id, out)) {
      return fail(text.data(), Errc::invalid_symbol_id,
                  "an id is @ and a number without leading zeros");
    }
    return true;
  }

  bool symbol(std::string_view line) {
    graph::Symbol symbol;
    symbol.distance = distance_;
    std::uint64_t id = 0;
    if (line.ends_with(reference_mark) &&
        line.substr(0, line.size() - reference_mark.size()).find(' ') == std::string_view::npos) {
      return symbol_id(line.substr(0, line.size() - reference_mark.size()), id) &&
             resolve(line, id, symbol) && add(line, id, std::move(symbol));
    }
    std::string_view fields[5];
    if (split(line, fields) != 5 ||
        std::any_of(std::begin(fields), std::end(fields),
                    [](std::string_view field) { return field.empty(); })) {
      return fail(line.data(), Errc::invalid_node_line,
                  "a symbol has five fields with single spaces between them: @id kind name score "
                  "provenance");
    }
    if (!symbol_id(fields[0], id)) return false;
    for (const std::string_view field : {fields[1], fields[2], fields[4]}) {
      if (!word(field, Errc::invalid_node_line)) return false;
    }
    symbol.kind = graph::long_kind(fields[1]);
    symbol.qualified_name = fields[2];
    symbol.provenance = fields[4];
    if (!score(fields[3], symbol.score)) return false;
    if (known_ != nullptr && out_.session) {
      const auto known = known_->find(id);
      if (known != known_->end() &&
          (known->second.kind != symbol.kind || known->second.name != symbol.qualified_name)) {
        return fail(
            line.data(), Errc::invalid_symbol_id,
            "this id belongs to another symbol of the session, " + quoted(known->second.name));
      }
    }
    out_.declared.emplace_back(id, out_.payload.symbols.size());
    return add(line, id, std::move(symbol));
  }

  bool resolve(std::string_view line, std::uint64_t id, graph::Symbol& out) {
    if (!out_.session) {
      return fail(line.data(), Errc::unresolved_reference,
                  "a reference in a payload that is not part of a session (session=true)");
    }
    const auto known = known_ == nullptr ? KnownSymbols::const_iterator() : known_->find(id);
    if (known_ == nullptr || known == known_->end()) {
      return fail(line.data(), Errc::unresolved_reference,
                  known_ == nullptr
                      ? "a reference to a symbol of an earlier payload; only a session can "
                        "resolve it"
                      : "this session has no symbol of that id; ask for a full payload");
    }
    out.kind = known->second.kind;
    out.qualified_name = known->second.name;
    out.score = known->second.score;
    out.provenance = known->second.provenance;
    return true;
  }

  bool score(std::string_view text, double& out) {
    const auto done = std::from_chars(text.data(), text.data() + text.size(), out);
    if (out == 0) out = 0;  // -0.00 is no other score than 0.00
    const bool is_number = done.ec == std::errc() && done.ptr == text.data() + text.size() &&
                           std::all_of(text.begin(), text.end(),
                                       [](char c) { return is_digit(c) || c == '.' || c == '-'; });
    if (is_number && is_score(text)) return true;
    constexpr std::string_view sentence = "a score is written with exactly two decimals";
    if (is_number) return repair(text.data(), Errc::invalid_score, sentence);
    return fail(text.data(), Errc::invalid_score, std::string(sentence));
  }

  bool add(std::string_view line, std::uint64_t id, graph::Symbol symbol) {
    const std::size_t index = out_.payload.symbols.size();
    if (!out_.session && id != index) {
      return fail(line.data(), Errc::invalid_symbol_id,
                  "outside a session ids count from 0; expected @" + std::to_string(index));
    }
    if (!by_id_.emplace(id, index).second) {
      return fail(line.data(), Errc::invalid_symbol_id, "this id occurs twice");
    }
    if (!identities_.insert(identity_of(symbol.kind, symbol.qualified_name)).second) {
      return fail(line.data(), Errc::duplicate_key,
                  "the symbol " + quoted(symbol.qualified_name) + " occurs twice");
    }
    if (!names_.insert(symbol.qualified_name).second) shared_.insert(symbol.qualified_name);
    out_.payload.symbols.push_back(std::move(symbol));
    return true;
  }

  // ---- edges

  bool edge(std::string_view line) {
    constexpr std::string_view form = "an edge is written @target<@source type, or with a status";
    std::string_view fields[3];
    const std::size_t count = split(line, fields);
    const std::size_t arrow = fields[0].find('<');
    if (arrow == std::string_view::npos || count < 2 || count > 3 || fields[1].empty() ||
        (count == 3 && fields[2].empty())) {
      return fail(line.data(), Errc::invalid_edge_syntax, std::string(form));
    }
    std::size_t target = 0;
    std::size_t source = 0;
    if (!edge_end(fields[0].substr(0, arrow), target) ||
        !edge_end(fields[0].substr(arrow + 1), source)) {
      return false;
    }
    for (std::size_t i = 1; i < count; ++i) {
      if (!word(fields[i], Errc::invalid_edge_syntax)) return false;
    }
    const auto& symbols = out_.payload.symbols;
    graph::Edge edge{symbols[source].qualified_name, symbols[target].qualified_name,
                     std::string(fields[1]), count == 3 ? std::string(fields[2]) : std::string()};
    if (!shared_told_ && (shared_.contains(edge.source) || shared_.contains(edge.target))) {
      shared_told_ = true;
      note(Note::Type::warning, Errc::not_lossless, line.data(),
           "an end of this edge has the name of two symbols; the payload does not say which");
    }
    out_.payload.edges.push_back(std::move(edge));
    return true;
  }

  bool edge_end(std::string_view text, std::size_t& out) {
    std::uint64_t id = 0;
    if (!text.starts_with('@') || !read_count(text.substr(1), max_symbol_id, id)) {
      return fail(text.data(), Errc::invalid_edge_syntax,
                  "the ends of an edge are written @target<@source");
    }
    const auto found = by_id_.find(id);
    if (found == by_id_.end()) {
      return fail(text.data(), Errc::unknown_edge_reference,
                  "no symbol of this payload has the id " + std::to_string(id));
    }
    out = found->second;
    return true;
  }

  // ---- counts

  bool trailer(std::string_view line) {
    if (!close_edges()) return false;
    constexpr std::string_view mark = "##! summary";
    if (!line.starts_with(mark) || (line.size() > mark.size() && line[mark.size()] != ' ')) {
      return fail(line.data(), Errc::invalid_line,
                  "a trailer is written \"##! summary symbols=... edges=...\"");
    }
    HeaderPairs pairs;
    const HeaderFault fault =
        read_pairs(line.data() + mark.size(), line.data() + line.size(), pairs);
    if (fault.at != nullptr) return fail(fault.at, fault.code, fault.detail);
    trailer_seen_ = true;
    section_ = Section::none;
    // The header's own counts rule where it has them; then the trailer only informs.
    const bool buffered = header_.find("symbols") != nullptr && !deferred_;
    return buffered || check_counts(pairs);
  }

  bool check_counts(const HeaderPairs& pairs) {
    const std::pair<std::string_view, std::size_t> counts[] = {
        {"symbols", out_.payload.symbols.size()}, {"edges", out_.payload.edges.size()}};
    for (const auto& [name, found] : counts) {
      const HeaderPair* pair = pairs.find(name);
      if (pair == nullptr) continue;
      std::uint64_t value = 0;
      if (!read_count(pair->value, UINT64_MAX, value)) {
        return fail(pair->at, Errc::invalid_count,
                    std::string(name) + " must be a number without sign and leading zeros");
      }
      if (value != found && !repair(pair->at, Errc::count_mismatch,
                                    std::string(name) + "=" + std::string(pair->value) +
                                        ", but the text has " + std::to_string(found))) {
        return false;
      }
    }
    return true;
  }

  bool finish() {
    if (!check_counts(header_)) return false;
    const bool streamed = deferred_ || header_.find("symbols") == nullptr;
    const char* const end = text_.data() + text_.size();
    // What a session learns stays, so it does not learn from a text that may be cut off; and
    // the part that is missing may be the word session.
    const bool complete = options_.complete || known_ != nullptr;
    if (streamed && !trailer_seen_) {
      constexpr std::string_view missing = "the stream has no trailer, so it may have been cut off";
      if (complete) return fail(end, Errc::unexpected_end, std::string(missing));
      note(Note::Type::warning, Errc::unexpected_end, end, missing);
      return true;
    }
    if (complete && !text_.ends_with('\n')) {
      return fail(end, Errc::unexpected_end,
                  "the last line has no end, so the text may have been cut off");
    }
    return true;
  }

  // ---- lines, words, failure

  bool next_line(std::string_view& line) {
    if (position_ >= text_.size()) return false;
    const std::size_t newline = text_.find('\n', position_);
    line = text_.substr(position_, newline - position_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    position_ = newline == std::string_view::npos ? text_.size() : newline + 1;
    return true;
  }

  bool word(std::string_view text, Errc code) {
    const auto bad = std::find_if(text.begin(), text.end(), [](char c) {
      return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    });
    return bad == text.end() || fail(&*bad, code, "a control character");
  }

  [[nodiscard]] std::uint64_t offset(const char* at) const noexcept {
    return static_cast<std::uint64_t>(at - text_.data());
  }
  bool fail(const char* at, Errc code, std::string detail) {
    error_ = {code, offset(at), std::move(detail)};
    return false;
  }
  bool repair(const char* at, Errc code, std::string_view detail) {
    if (!options_.lenient) return fail(at, code, std::string(detail));
    constexpr std::size_t most_repairs = 10'000;
    if (repairs_++ == most_repairs) {
      return fail(at, Errc::limit_exceeded, "more than 10,000 repairs; this text is not GCF");
    }
    note(Note::Type::repair, code, at, detail);
    return true;
  }
  void note(Note::Type type, Errc code, const char* at, std::string_view text) {
    // A text of nothing but strange groups would fill the memory with notes.
    constexpr std::size_t most_notes = 20'000;
    if (out_.notes.size() < most_notes) {
      out_.notes.push_back({type, code, offset(at), std::string(text)});
    }
  }

  std::string_view text_;
  const DecodeOptions& options_;
  const KnownSymbols* known_;
  std::size_t position_ = 0;
  HeaderPairs header_;
  const HeaderPair* delta_ = nullptr;
  Section section_ = Section::none;
  std::int64_t distance_ = 0;
  const char* edges_at_ = nullptr;  // of the section that is open
  std::size_t first_edge_ = 0;
  std::uint64_t edge_count_ = 0;
  bool counted_ = false;
  bool deferred_ = false;
  bool trailer_seen_ = false;
  bool shared_told_ = false;
  std::size_t repairs_ = 0;
  std::unordered_map<std::uint64_t, std::size_t> by_id_;
  std::unordered_set<std::string> identities_;
  std::unordered_set<std::string> names_;
  std::unordered_set<std::string> shared_;  // names of several symbols
  GraphText out_;
  Error error_{Errc::invalid_line, 0, {}};
};

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
  if (text.size() > options.max_bytes || text.size() > 0xFFFFFF00U) {
    return Error{Errc::size_exceeded, 0,
                 "the text has " + std::to_string(text.size()) + " bytes; the limit is " +
                     std::to_string(options.max_bytes)};
  }
  if (!is_utf8(text)) {
    return Error{Errc::invalid_utf8, first_bad_utf8(text), "the text is not UTF-8 here"};
  }
  GraphReader reader(text, options, known);
  if (!reader.read()) return std::move(reader).error();
  return std::move(reader).result();
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

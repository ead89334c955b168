// gcf_graph_lines.cpp - the lines of the graph profile (GCF 5, 6, 6a, 9).
#include "gcf/gcf_graph_lines.hpp"

#include <algorithm>
#include <charconv>

#include "graph/symbol_text.hpp"
#include "text/ascii.hpp"
#include "text/escape.hpp"

namespace laconic::gcf {
namespace {

constexpr std::string_view reference_mark = "  # previously transmitted";

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

}  // namespace

// ---- header and trailer

bool GraphLines::header(std::string_view line, std::uint64_t offset) {
  header_text_ = line;  // its counts are looked at again at the end
  header_offset_ = line_offset_ = offset;
  line_ = header_text_.data();
  const char* const end = line_ + header_text_.size();
  if (!line.starts_with("GCF ")) {
    return fail(line_, Errc::missing_header,
                "the text does not start with a header line such as \"GCF profile=graph\"");
  }
  const HeaderFault fault = read_pairs(line_ + 4, end, header_);
  if (fault.at != nullptr) return fail(fault.at, fault.code, fault.detail);
  const HeaderPair* profile = header_.find("profile");
  if (profile == nullptr || profile != header_.pairs.data()) {
    return fail(line_ + 4, Errc::missing_profile,
                "the first field of the header must be profile=graph");
  }
  if (profile->value != "graph") {
    return fail(profile->at, Errc::unknown_profile,
                "the profile is " + std::string(profile->value) + "; expected graph");
  }
  const auto is_true = [](const HeaderPair* pair) {
    return pair != nullptr && pair->value == "true";
  };
  delta_ = header_.find("delta");
  if (is_true(delta_)) return true;
  delta_ = header_.find("unchanged");
  if (is_true(delta_)) return refuse_delta();
  delta_ = nullptr;
  session_ = is_true(header_.find("session"));
  if (const HeaderPair* tool = header_.find("tool")) head_.tool = tool->value;
  if (const HeaderPair* root = header_.find("pack_root")) head_.pack_root = root->value;
  return amount("budget", head_.token_budget) && amount("tokens", head_.tokens_used);
}

bool GraphLines::amount(std::string_view name, std::int64_t& out) {
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

bool GraphLines::trailer(std::string_view line) {
  if (!close_edges()) return false;
  constexpr std::string_view mark = "##! summary";
  if (!line.starts_with(mark) || (line.size() > mark.size() && line[mark.size()] != ' ')) {
    return fail(line.data(), Errc::invalid_line,
                "a trailer is written \"##! summary symbols=... edges=...\"");
  }
  HeaderPairs pairs;
  const HeaderFault fault = read_pairs(line.data() + mark.size(), line.data() + line.size(), pairs);
  if (fault.at != nullptr) return fail(fault.at, fault.code, fault.detail);
  trailer_seen_ = true;
  section_ = Section::none;
  // The header's own counts rule where it has them; then the trailer only informs.
  const bool buffered = header_.find("symbols") != nullptr && !deferred_;
  return buffered || check_counts(pairs);
}

/// The pairs stand in the line that is being read.
bool GraphLines::check_counts(const HeaderPairs& pairs) {
  const std::pair<std::string_view, std::uint64_t> counts[] = {{"symbols", symbols()},
                                                               {"edges", edges()}};
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

bool GraphLines::finish(std::uint64_t end, bool whole) {
  if (delta_ != nullptr) return refuse_delta();
  if (!close_edges()) return false;
  line_ = header_text_.data();
  line_offset_ = header_offset_;
  if (!check_counts(header_)) return false;
  const bool streamed = deferred_ || header_.find("symbols") == nullptr;
  // What a session learns stays, so it does not learn from a text that may be cut off; and
  // the part that is missing may be the word session.
  const bool complete = options_.complete || known_ != nullptr;
  trailer_missing_ = streamed && !trailer_seen_;
  if (trailer_missing_) {
    constexpr std::string_view missing = "the stream has no trailer, so it may have been cut off";
    if (complete) return fail(end, Errc::unexpected_end, std::string(missing));
    note(Note::Type::warning, Errc::unexpected_end, end, missing);
    return true;
  }
  if (complete && !whole) {
    return fail(end, Errc::unexpected_end,
                "the last line has no end, so the text may have been cut off");
  }
  return true;
}

/// GCF 10: a delta must at least look like one before it is refused as one.
bool GraphLines::delta_line(std::string_view line) {
  if (!line.starts_with("## ")) return true;
  const std::string_view name = line.substr(3);
  return name == "removed" || name == "added" || name == "edges_removed" || name == "edges_added" ||
         fail(line.data(), Errc::malformed_delta,
              "the sections of a graph delta are removed, added, edges_removed and edges_added");
}

bool GraphLines::refuse_delta() {
  line_ = header_text_.data();
  line_offset_ = header_offset_;
  return fail(delta_->at, Errc::not_a_full_payload,
              "this payload only says what changed; ask for a full one");
}

// ---- lines

GraphLines::Found GraphLines::line(std::string_view line, std::uint64_t offset) {
  line_ = line.data();
  line_offset_ = offset;
  const auto found = [](bool ok, Found what) { return ok ? what : Found::failed; };
  if (delta_ != nullptr) return found(delta_line(line), Found::nothing);
  const std::size_t spaces = std::min(line.find_first_not_of(' '), line.size());
  std::string_view rest = line.substr(spaces);
  const std::size_t blanks = std::min(rest.find_first_not_of(" \t"), rest.size());
  if (blanks == rest.size() || rest.starts_with("# ")) return Found::nothing;
  constexpr std::string_view not_indented = "lines of the graph profile are not indented";
  if (blanks != 0 && !repair(rest.data(), Errc::tab_indentation, not_indented)) {
    return Found::failed;
  }
  rest.remove_prefix(blanks);
  if (blanks == 0 && spaces != 0 && !repair(rest.data(), Errc::invalid_indent, not_indented)) {
    return Found::failed;
  }
  if (trailer_seen_) {
    return found(fail(rest.data(), Errc::invalid_line, "text behind the trailer"), Found::nothing);
  }
  if (rest.starts_with("##!")) return found(trailer(rest), Found::trailer);
  if (rest.starts_with("## ")) return found(section(rest), Found::nothing);
  if (rest[0] != '@') {
    return found(fail(rest.data(), Errc::invalid_line,
                      "expected a group ## name, a symbol @id kind name score provenance, or an "
                      "edge @target<@source type"),
                 Found::nothing);
  }
  switch (section_) {
    case Section::group: return found(symbol_line(rest), Found::symbol);
    case Section::edges: return found(edge_line(rest), Found::edge);
    case Section::none: break;
  }
  return found(
      fail(rest.data(), Errc::invalid_line, "a symbol before the first group, such as ## targets"),
      Found::nothing);
}

bool GraphLines::section(std::string_view line) {
  if (!close_edges()) return false;
  const std::string_view name = line.substr(3);
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
      note(Note::Type::warning, Errc::invalid_line, offset(name.data()),
           "an unknown group; its symbols get the distance " + std::to_string(distance_));
    }
  }
  return true;
}

bool GraphLines::open_edges(std::string_view name) {
  section_ = Section::edges;
  edges_at_ = offset(name.data());
  first_edge_ = edges_;
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

bool GraphLines::close_edges() {
  if (section_ != Section::edges || !counted_) return true;
  const std::uint64_t found = edges_ - first_edge_;
  counted_ = false;
  return found == edge_count_ || repair(edges_at_, Errc::count_mismatch,
                                        "the header counts " + std::to_string(edge_count_) +
                                            " edges, the text has " + std::to_string(found));
}

// ---- symbols

bool GraphLines::symbol_id(std::string_view text) {
  if (!text.starts_with('@') || !read_count(text.substr(1), max_symbol_id, id)) {
    return fail(text.data(), Errc::invalid_symbol_id,
                "an id is @ and a number without leading zeros");
  }
  return true;
}

bool GraphLines::symbol_line(std::string_view line) {
  symbol = {};
  symbol.distance = distance_;
  if (line.ends_with(reference_mark)) {
    const std::string_view text = line.substr(0, line.size() - reference_mark.size());
    if (text.find(' ') == std::string_view::npos) {
      return symbol_id(text) && resolve(line) && add(line);
    }
  }
  return symbol_fields(line) && add(line);
}

bool GraphLines::symbol_fields(std::string_view line) {
  std::string_view fields[5];
  if (split(line, fields) != 5 ||
      std::any_of(std::begin(fields), std::end(fields),
                  [](std::string_view field) { return field.empty(); })) {
    return fail(line.data(), Errc::invalid_node_line,
                "a symbol has five fields with single spaces between them: @id kind name score "
                "provenance");
  }
  if (!symbol_id(fields[0])) return false;
  for (const std::string_view field : {fields[1], fields[2], fields[4]}) {
    if (!word(field, Errc::invalid_node_line)) return false;
  }
  symbol.kind = graph::long_kind(fields[1]);
  symbol.qualified_name = fields[2];
  symbol.provenance = fields[4];
  if (!score(fields[3])) return false;
  if (known_ == nullptr || !session_) return true;
  const auto known = known_->find(id);
  if (known != known_->end() &&
      (known->second.kind != symbol.kind || known->second.name != symbol.qualified_name)) {
    return fail(line.data(), Errc::invalid_symbol_id,
                "this id belongs to another symbol of the session, " + quoted(known->second.name));
  }
  declared.push_back({id, {symbol.kind, symbol.qualified_name, symbol.score, symbol.provenance}});
  return true;
}

bool GraphLines::resolve(std::string_view line) {
  if (!session_) {
    return fail(line.data(), Errc::unresolved_reference,
                "a reference in a payload that is not part of a session (session=true)");
  }
  if (known_ == nullptr) {
    return fail(line.data(), Errc::unresolved_reference,
                "a reference to a symbol of an earlier payload; only a session can resolve it");
  }
  const auto known = known_->find(id);
  if (known == known_->end()) {
    return fail(line.data(), Errc::unresolved_reference,
                "this session has no symbol of that id; ask for a full payload");
  }
  symbol.kind = known->second.kind;
  symbol.qualified_name = known->second.name;
  symbol.score = known->second.score;
  symbol.provenance = known->second.provenance;
  return true;
}

bool GraphLines::score(std::string_view text) {
  const auto done = std::from_chars(text.data(), text.data() + text.size(), symbol.score);
  if (symbol.score == 0) symbol.score = 0;  // -0.00 is no other score than 0.00
  const bool is_number = done.ec == std::errc() && done.ptr == text.data() + text.size() &&
                         std::all_of(text.begin(), text.end(),
                                     [](char c) { return is_digit(c) || c == '.' || c == '-'; });
  if (is_number && is_score(text)) return true;
  constexpr std::string_view sentence = "a score is written with exactly two decimals";
  if (is_number) return repair(text.data(), Errc::invalid_score, sentence);
  return fail(text.data(), Errc::invalid_score, std::string(sentence));
}

bool GraphLines::add(std::string_view line) {
  const std::size_t index = symbols_.size();
  if (!session_ && id != index) {
    return fail(line.data(), Errc::invalid_symbol_id,
                "outside a session ids count from 0; expected @" + std::to_string(index));
  }
  if (session_ && !by_id_.emplace(id, index).second) {
    return fail(line.data(), Errc::invalid_symbol_id, "this id occurs twice");
  }
  const auto [place, fresh] = names_.try_emplace(symbol.qualified_name, Name{nullptr, false});
  Name& name = place->second;
  if (fresh) {
    name.kind = &*kinds_.insert(symbol.kind).first;
  } else {
    name.shared = true;
    if (*name.kind == symbol.kind ||
        !identities_.insert(identity_of(symbol.kind, symbol.qualified_name)).second) {
      return fail(line.data(), Errc::duplicate_key,
                  "the symbol " + quoted(symbol.qualified_name) + " occurs twice");
    }
  }
  symbols_.push_back(&*place);
  return true;
}

// ---- edges

bool GraphLines::edge_line(std::string_view line) {
  std::string_view fields[3];
  const std::size_t count = split(line, fields);
  const std::size_t arrow = fields[0].find('<');
  if (arrow == std::string_view::npos || count < 2 || count > 3 || fields[1].empty() ||
      (count == 3 && fields[2].empty())) {
    return fail(line.data(), Errc::invalid_edge_syntax,
                "an edge is written @target<@source type, or with a status");
  }
  const auto* const target = edge_end(fields[0].substr(0, arrow));
  if (target == nullptr) return false;
  const auto* const source = edge_end(fields[0].substr(arrow + 1));
  if (source == nullptr) return false;
  for (std::size_t i = 1; i < count; ++i) {
    if (!word(fields[i], Errc::invalid_edge_syntax)) return false;
  }
  edge.source = source->first;
  edge.target = target->first;
  edge.type = fields[1];
  edge.status = count == 3 ? fields[2] : std::string_view();
  if (!shared_told_ && (source->second.shared || target->second.shared)) {
    shared_told_ = true;
    note(Note::Type::warning, Errc::not_lossless, offset(line.data()),
         "an end of this edge has the name of two symbols; the payload does not say which");
  }
  ++edges_;
  return true;
}

const GraphLines::Names::value_type* GraphLines::edge_end(std::string_view text) {
  std::uint64_t end = 0;
  if (!text.starts_with('@') || !read_count(text.substr(1), max_symbol_id, end)) {
    fail(text.data(), Errc::invalid_edge_syntax, "the ends of an edge are written @target<@source");
    return nullptr;
  }
  std::size_t index = symbols_.size();
  if (!session_) {
    index = std::min<std::uint64_t>(end, index);
  } else if (const auto found = by_id_.find(end); found != by_id_.end()) {
    index = found->second;
  }
  if (index < symbols_.size()) return symbols_[index];
  fail(text.data(), Errc::unknown_edge_reference,
       "no symbol of this payload has the id " + std::to_string(end));
  return nullptr;
}

// ---- words, failure

bool GraphLines::word(std::string_view text, Errc code) {
  const auto bad = std::find_if(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
  });
  return bad == text.end() || fail(&*bad, code, "a control character");
}

bool GraphLines::fail(std::uint64_t at, Errc code, std::string detail) {
  error_ = {code, at, std::move(detail)};
  return false;
}

bool GraphLines::repair(std::uint64_t at, Errc code, std::string_view detail) {
  if (!options_.lenient) return fail(at, code, std::string(detail));
  constexpr std::size_t most_repairs = 10'000;
  if (repairs_++ == most_repairs) {
    return fail(at, Errc::limit_exceeded, "more than 10,000 repairs; this text is not GCF");
  }
  note(Note::Type::repair, code, at, detail);
  return true;
}

void GraphLines::note(Note::Type type, Errc code, std::uint64_t at, std::string_view text) {
  // A text of nothing but strange groups would fill the memory with notes.
  constexpr std::size_t most_notes = 20'000;
  if (notes.size() < most_notes) notes.push_back({type, code, at, std::string(text)});
}

}  // namespace laconic::gcf

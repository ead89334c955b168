// goon_read.cpp - the sections of a GOON text.
#include "goon/goon_read.hpp"

#include <algorithm>

#include "goon/goon_value.hpp"
#include "text/escape.hpp"
#include "text/utf8.hpp"

namespace laconic::goon {

using detail::TreeMaker;

namespace {

/// A node's line starts with its id.
bool starts_with_id(std::string_view text, std::int64_t& id, std::size_t& size) noexcept {
  size = std::min(text.find(' '), text.size());
  return read_integer(text.substr(0, size), id);
}

}  // namespace

bool Reader::fail(Errc code, std::size_t offset, std::string detail) {
  error_ = {code, offset, std::move(detail)};
  return false;
}

bool Reader::slip(Errc code, std::size_t offset, std::string detail) {
  if (!options_.lenient) return fail(code, offset, std::move(detail));
  maker_.note(Note::Type::repair, code, offset, detail);
  return true;
}

bool Reader::check_text() {
  if (!is_utf8(text_)) {
    return fail(Errc::invalid_utf8, first_bad_utf8(text_), "the text is not UTF-8");
  }
  bool returns = false;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    const char c = text_[i];
    if (static_cast<unsigned char>(c) >= 0x20 || c == '\n') continue;
    const bool line_end = c == '\r' && i + 1 < text_.size() && text_[i + 1] == '\n';
    if (!line_end) {
      return fail(Errc::invalid_character, i, "a control character; GOON escapes or drops them");
    }
    if (!returns && !slip(Errc::invalid_character, i, "lines end in CR LF; GOON has LF")) {
      return false;
    }
    returns = true;
  }
  if (!text_.empty() && !text_.ends_with('\n')) {
    return slip(Errc::unexpected_end, text_.size(),
                "the last line has no end; the text may be cut off");
  }
  return true;
}

bool Reader::peek(Line& out) const noexcept {
  if (at_ >= text_.size()) return false;
  const std::size_t end = std::min(text_.find('\n', at_), text_.size());
  out = {text_.substr(at_, end - at_), at_};
  if (out.text.ends_with('\r')) out.text.remove_suffix(1);
  return true;
}

void Reader::take(const Line& line) noexcept {
  at_ = std::min(text_.find('\n', line.offset), text_.size());
  if (at_ < text_.size()) ++at_;
}

bool Reader::at_section() const noexcept {
  return at_ >= text_.size() || text_[at_] == '@';
}

bool Reader::expect_section(std::string_view marker) {
  if (!skip_unknown_sections()) return false;
  Line line{};
  if (!peek(line)) {
    return fail(Errc::unexpected_end, text_.size(),
                "the text ends where " + std::string(marker) + " is expected");
  }
  if (line.text != marker) {
    return fail(Errc::invalid_line, line.offset,
                quoted(line.text.substr(0, 40)) + " where " + std::string(marker) + " is expected");
  }
  take(line);
  return true;
}

bool Reader::skip_unknown_sections() {
  Line line{};
  while (peek(line) && line.text.starts_with('@')) {
    constexpr std::string_view known[] = {"@header", "@nodes", "@edges", "@paths", "@rows"};
    if (std::find(std::begin(known), std::end(known), line.text) != std::end(known)) break;
    if (!slip(Errc::invalid_line, line.offset,
              "the section " + quoted(line.text.substr(0, 40)) + " is unknown")) {
      return false;
    }
    extra_sections_.emplace_back(line.text.substr(1), std::vector<Value>());
    take(line);
    while (!at_section() && peek(line)) {
      extra_sections_.back().second.push_back(string_value(line.text));
      take(line);
    }
  }
  return true;
}

bool Reader::read(Value& out) {
  if (!check_text()) return false;
  Line line{};
  if (!peek(line) || line.text != "@header") {
    return fail(Errc::missing_header, 0, "GOON starts with the line \"@header\"");
  }
  take(line);
  if (!read_header() || !expect_section("@nodes") || !read_nodes()) return false;
  if (!skip_unknown_sections()) return false;
  is_paths_ = header_.query_type == "path_finding";
  if (!expect_section(is_paths_ ? "@paths" : "@edges")) return false;
  if (!(is_paths_ ? read_paths() : read_edges()) || !skip_unknown_sections()) return false;
  if (peek(line) && line.text == "@rows") {
    take(line);
    has_rows_ = true;
    if (!read_rows()) return false;
  } else if (header_.query_type == "aggregation" &&
             !slip(Errc::unexpected_end, at_, "an aggregation without its section @rows")) {
    return false;
  }
  if (at_ < text_.size()) {
    return fail(Errc::invalid_line, at_, "a section that is not in its place");
  }
  out = assemble();
  return true;
}

bool Reader::read_header() {
  header_at_ = at_;
  Line line{};
  while (!at_section() && peek(line)) {
    Fault fault;
    switch (read_field(line, header_, fault)) {
      case FieldResult::ok: break;
      case FieldResult::faulty: return fail(std::move(fault));
      case FieldResult::unknown: {
        const std::string_view key = line.text.substr(0, line.text.find(':'));
        if (!slip(Errc::malformed_header_field, line.offset,
                  "the header field " + quoted(key.substr(0, 40)) + " is unknown")) {
          return false;
        }
        extra_header_.emplace_back(key, line.text.substr(key.size() + 1));
      }
    }
    take(line);
  }
  const bool aggregation = header_.query_type == "aggregation";
  for (const std::string_view needed : {"query_type", "goon_version", "nodes", "edges", "rows"}) {
    if (needed == "rows" && !aggregation) continue;
    if (std::find(header_.seen.begin(), header_.seen.end(), needed) == header_.seen.end() &&
        !slip(Errc::missing_header, at_, "the header has no field " + std::string(needed))) {
      return false;
    }
  }
  return true;
}

bool Reader::check_count(const Line& head, std::string_view type, std::uint64_t said,
                         std::uint64_t found) {
  if (said == found) return true;
  return slip(Errc::count_mismatch, head.offset,
              quoted(type.substr(0, 40)) + " is announced with " + std::to_string(said) +
                  " line(s), but has " + std::to_string(found));
}

bool Reader::check_total(std::string_view what, const std::optional<std::uint64_t>& said,
                         std::uint64_t found) {
  if (!said || *said == found) return true;
  return slip(Errc::count_mismatch, header_at_,
              "the header announces " + std::to_string(*said) + " " + std::string(what) +
                  ", but there are " + std::to_string(found));
}

bool Reader::read_nodes() {
  Line line{};
  while (!at_section() && peek(line)) {
    const Line head = line;
    std::string_view type;
    std::uint64_t said = 0;
    if (!split_group(line.text, type, said)) {
      return fail(Errc::invalid_group_header, line.offset, "Type(count): is expected here");
    }
    take(line);
    std::uint64_t found = 0;
    std::int64_t id = 0;
    std::size_t size = 0;
    for (; !at_section() && peek(line) && starts_with_id(line.text, id, size); ++found) {
      if (!read_node(line, type)) return false;
      take(line);
    }
    if (!check_count(head, type, said, found)) return false;
  }
  return check_total("nodes", header_.nodes, nodes_.size());
}

bool Reader::read_node(const Line& line, std::string_view type) {
  ReadNode& node = nodes_.emplace_back();
  node.self.type = type;
  node.bytes = line.text.size();
  std::size_t size = 0;
  if (!starts_with_id(line.text, node.self.id, size)) return false;
  if (size + 1 == line.text.size()) {
    return fail(Errc::trailing_characters, line.offset + size, "a space at the end of the line");
  }
  Line rest{line.text.substr(std::min(size + 1, line.text.size())), line.offset + size + 1};
  while (!rest.text.empty()) {
    Piece piece{};
    Fault fault;
    if (!take_piece(rest, piece, fault)) return fail(std::move(fault));
    Value value;
    if (!value_of(piece, false, value) || !take_length(rest, piece, value)) return false;
    node.properties.emplace_back(piece.key, value);
  }
  places_.emplace(std::pair(type, node.self.id), nodes_.size() - 1);
  return true;
}

/// " key_len=N" right behind a text that was cut.
bool Reader::take_length(Line& rest, const Piece& piece, const Value& value) {
  if (!value.is_string() || !value.string().ends_with("...")) return true;
  const std::size_t limit = limit_of(piece.key);
  if (count_characters(value.string()) != limit) return true;
  Line behind = rest;
  Piece next{};
  Fault fault;
  std::uint64_t length = 0;
  if (rest.text.empty() || !take_piece(behind, next, fault) ||
      next.key.size() != piece.key.size() + 4 || !next.key.starts_with(piece.key) ||
      !next.key.ends_with("_len") || !read_count(next.value, length) || length <= limit) {
    return true;
  }
  rest = behind;
  ObjectMaker object(maker_);
  object.add("node", TreeMaker::integer(static_cast<std::int64_t>(nodes_.size()) - 1))
      .add("key", string_value(piece.key))
      .add("length", TreeMaker::integer(static_cast<std::int64_t>(length)));
  truncated_values_.push_back(object.finish());
  return true;
}

bool Reader::value_of(const Piece& piece, bool in_rows, Value& out) {
  if (piece.value.starts_with('"')) {
    std::string text;
    Fault fault;
    if (!unquote(piece.value, piece.offset, text, fault)) return fail(std::move(fault));
    out = kept(text);
    return true;
  }
  Kind kind = Kind::null;
  if (piece.value == "true" || piece.value == "false") {
    out = TreeMaker::boolean(piece.value == "true");
  } else if (piece.value == "null" && in_rows) {
    out = Value();
  } else if (options_.numbers && is_canonical_number(piece.value, kind)) {
    // "-0" is an integer by its spelling, so it is not kept as text.
    out = piece.value == "-0"
              ? TreeMaker::real(-0.0)
              : TreeMaker::number_text(kind, piece.value.data(), piece.value.size(), false);
  } else {
    out = string_value(piece.value);
  }
  return true;
}

Value Reader::string_value(std::string_view text) {
  return TreeMaker::string(text.data(), text.size());
}

Value Reader::kept(std::string_view text) {
  const char* const copy = maker_.keep(text);
  return copy == nullptr ? Value() : TreeMaker::string(copy, text.size());
}

}  // namespace laconic::goon

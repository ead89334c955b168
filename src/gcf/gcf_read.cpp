// gcf_read.cpp - GCF text to a Document: the payload, objects, arrays (GCF 7, 8).
#include "gcf/gcf_read.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "text/escape.hpp"
#include "text/text_check.hpp"
#include "text/utf8.hpp"

namespace laconic::gcf {

using detail::KeyRef;
using detail::ShapeCursor;
using detail::ShapeTable;
using detail::TreeMaker;

namespace {

constexpr std::size_t text_padding = 64;

bool starts_with(const char* p, std::string_view word) noexcept {
  return std::memcmp(p, word.data(), word.size()) == 0;  // the text is padded
}

}  // namespace

// ---- failure and repair ----

bool Reader::fail(const char* at, Errc code, std::string detail) {
  error_ = {code, offset(at), std::move(detail)};
  return false;
}

bool Reader::repair(const char* at, Errc code, std::string_view detail) {
  if (!options_.lenient) return fail(at, code, std::string(detail));
  // A hopeless text would fill the memory with notes.
  constexpr std::size_t most_repairs = 10'000;
  if (repairs_++ == most_repairs) {
    return fail(at, Errc::limit_exceeded, "more than 10,000 repairs; this text is not GCF");
  }
  maker_.note(Note::Type::repair, code, offset(at), detail);
  return true;
}

bool Reader::fail_maker(const char* at) {
  error_ = maker_.error(offset(at));
  return false;
}

bool Reader::intern(const char* text, std::size_t size, KeyRef& out) {
  const KeyRef* found = shapes_.intern(text, size);
  if (found == nullptr) return fail(text_, Errc::out_of_memory, "no memory for the document");
  out = *found;
  return true;
}

bool Reader::enter(const char* at) {
  if (++depth_ <= maker_.max_depth()) return true;
  return fail(at, Errc::depth_exceeded,
              "nested deeper than the limit of " + std::to_string(maker_.max_depth()) + " levels");
}

/// True when `levels` more fit below the containers that are open.
bool Reader::check_depth(std::size_t levels, const char* at) {
  if (depth_ + levels <= maker_.max_depth()) return true;
  return fail(at, Errc::depth_exceeded,
              "nested deeper than the limit of " + std::to_string(maker_.max_depth()) + " levels");
}

// ---- lines ----

bool Reader::peek(Line& line) {
  const LineState state = lines_.peek(line);
  ended_ = state == LineState::end;
  if (state == LineState::content || state == LineState::end) [[likely]]
    return true;
  if (state == LineState::tab_indentation) {
    if (!repair(line.start - 1, Errc::tab_indentation,
                "indentation is made of spaces, two per level; tabs are not allowed")) {
      return false;
    }
    unsigned levels = 0;  // a tab is taken for a level
    unsigned blanks = 0;
    for (const char* p = line.raw; p != line.start; ++p) {
      if (*p == '\t') {
        ++levels;
      } else {
        ++blanks;
      }
    }
    line.indent = levels + blanks / 2;
  } else if (!repair(line.start, Errc::invalid_indent,
                     "indentation is two spaces per level; this line has an odd number")) {
    return false;
  }
  lines_.accept(line.indent);
  return true;
}

const char* Reader::line_end(const char* start) const noexcept {
  const char* newline = static_cast<const char*>(
      std::memchr(start, '\n', static_cast<std::size_t>(text_end_ + 1 - start)));
  return newline != start && newline[-1] == '\r' ? newline - 1 : newline;
}

void Reader::finish_line(const char* from) noexcept {
  lines_.advance(*from == '\n' ? from : from + 1);
}

TableState& Reader::next_state() {
  if (states_in_use_ == states_.size()) states_.push_back(std::make_unique<TableState>());
  TableState& state = *states_[states_in_use_++];
  state.columns = nullptr;
  state.keyed = false;
  state.declared_inline = false;
  state.streamed_keys = nullptr;
  state.inline_schemas.clear();
  state.shared.clear();
  return state;
}

// ---- the payload ----

bool Reader::read(Value& root) {
  if (!header()) return false;
  if (graph_ != nullptr) return graph(root);
  if (!body(root)) return false;
  if (deferred_.empty() || trailer_seen_) {
    if (!options_.complete || text_end_ == text_ || text_end_[-1] == '\n') return true;
    return fail(text_end_, Errc::unexpected_end,
                "the last line has no end, so the text may have been cut off");
  }
  constexpr std::string_view missing = "the stream has no trailer, so it may have been cut off";
  if (options_.complete) return fail(text_end_, Errc::unexpected_end, std::string(missing));
  maker_.note(Note::Type::warning, Errc::unexpected_end, offset(text_end_), missing);
  return true;
}

/// Models put prose and code fences around a payload: the header line starts it, a line
/// of backquotes ends it.
bool Reader::find_header_leniently(const char*& start) {
  if (starts_with(start, "\xEF\xBB\xBF")) {
    if (!repair(start, Errc::missing_header, "a byte order mark in front of the text"))
      return false;
    start += 3;
  }
  const char* p = start;
  while (p < text_end_ && !starts_with(p, "GCF ")) {
    p = static_cast<const char*>(
            std::memchr(p, '\n', static_cast<std::size_t>(text_end_ + 1 - p))) +
        1;
  }
  if (p >= text_end_ || p == start) return true;
  const std::string_view before(start, static_cast<std::size_t>(p - start));
  const bool fenced = before.find("```") != std::string_view::npos;
  if (!repair(start, Errc::missing_header, "text in front of the GCF header is left out"))
    return false;
  start = p;
  if (!fenced) return true;
  for (const char* line = p; line < text_end_;) {
    if (starts_with(line, "```")) {
      if (!repair(line, Errc::invalid_line, "the code fence and what follows is left out"))
        return false;
      text_end_ = line;
      break;
    }
    line = static_cast<const char*>(
               std::memchr(line, '\n', static_cast<std::size_t>(text_end_ + 1 - line))) +
           1;
  }
  return true;
}

bool Reader::header() {
  const char* start = text_;
  if (options_.lenient && !find_header_leniently(start)) return false;
  if (!starts_with(start, "GCF ")) {
    lines_.reset(start, text_end_);
    constexpr std::string_view detail =
        "the text does not start with a header line such as \"GCF profile=generic\"";
    Line line;
    // An empty answer stays an error, also in lenient mode: {} would be a guess.
    const bool empty = options_.lenient && lines_.peek(line) == LineState::end;
    return empty ? fail(start, Errc::missing_header, std::string(detail))
                 : repair(start, Errc::missing_header, detail);
  }
  const char* const end = line_end(start);
  HeaderPairs header;
  const HeaderFault fault = read_pairs(start + 4, end, header);
  if (fault.at != nullptr) return fail(fault.at, fault.code, fault.detail);
  const HeaderPair* profile = header.find("profile");
  if (profile == nullptr || profile != header.pairs.data()) {
    if (!repair(start + 4, Errc::missing_profile,
                "the first field of the header must be profile=generic or profile=graph")) {
      return false;
    }
  } else if (profile->value == "graph") {
    graph_ = start;
    return true;
  } else if (profile->value != "generic") {
    return fail(profile->at, Errc::unknown_profile,
                "the profile is " + std::string(profile->value) + "; known are generic and graph");
  }
  for (const std::string_view name : {"delta", "unchanged"}) {
    const HeaderPair* pair = header.find(name);
    if (pair != nullptr && pair->value == "true") {
      return fail(pair->at, Errc::not_a_full_payload,
                  "this payload only says what changed; ask for a full one");
    }
  }
  identity_columns_ = header.find("key") != nullptr;
  lines_.reset((*end == '\n' ? end : end + 1) + 1, text_end_);
  return true;
}

bool Reader::body(Value& out) {
  Line line;
  if (!peek(line)) return false;
  if (!ended_ && line.indent != 0) {
    return fail(line.start, Errc::invalid_indent, "the first line may not be indented");
  }
  const bool anonymous =
      !ended_ && starts_with(line.start, "## ") &&
      *std::find_if(line.start + 3, text_end_, [](char c) { return c != ' '; }) == '[';
  bool is_scalar = false;
  if (!ended_ && *line.start == '=') {
    const char* const end = line_end(line.start);
    if (!scalar(line.start + 1, end, out)) return false;
    if (emit_ != nullptr) emit_->text.scalar(out);
    is_scalar = true;
    finish_line(end);
  } else if (anonymous) {
    const char* const end = line_end(line.start);
    const char* const start = std::find(line.start, end, '[');
    if (!array_or_map(start, end, {Opening::root, 0}, out)) return false;
  } else if (!members(0, out)) {
    return false;
  }
  if (!peek(line)) return false;
  if (ended_) return true;
  if (starts_with(line.start, "##!") && line.indent == 0) return trailer(line);
  if (is_scalar) {
    return fail(line.start, Errc::trailing_characters, "text behind the root value");
  }
  return fail(line.start, Errc::count_mismatch, "more lines than the header counts");
}

bool Reader::trailer(const Line& line) {
  const char* const end = line_end(line.start);
  constexpr std::string_view word = "##! summary";
  HeaderPairs pairs;
  if (!starts_with(line.start, word) ||
      (line.start + word.size() < end && line.start[word.size()] != ' ')) {
    return fail(line.start, Errc::invalid_line, "a trailer is written \"##! summary counts=...\"");
  }
  const HeaderFault fault = read_pairs(line.start + word.size(), end, pairs);
  if (fault.at != nullptr) return fail(fault.at, fault.code, fault.detail);
  if (!check_trailer(pairs, line.start)) return false;
  trailer_seen_ = true;
  finish_line(end);
  Line next;
  if (!peek(next)) return false;
  return ended_ || fail(next.start, Errc::invalid_line, "text behind the trailer");
}

/// GCF 8.4: one count per `[?]`, in document order.
bool Reader::check_trailer(const HeaderPairs& pairs, const char* at) {
  if (deferred_.empty()) return true;  // informational only
  const HeaderPair* counts = pairs.find("counts");
  if (counts == nullptr) {
    return repair(at, Errc::count_mismatch, "the trailer has no counts= for the open tables");
  }
  std::string expected;
  for (const std::uint64_t count : deferred_) {
    expected += (expected.empty() ? "" : ",") + std::to_string(count);
  }
  if (counts->value == expected) return true;
  return repair(counts->at, Errc::count_mismatch,
                "the trailer says counts=" + std::string(counts->value.substr(0, 200)) +
                    ", the text has " + expected.substr(0, 200));
}

// ---- objects ----

bool Reader::members(unsigned indent, Value& out) {
  if (suspension_ != nullptr) [[unlikely]] {
    suspension_->kind = Suspension::object;
    return true;
  }
  Line line;
  const std::size_t first = values_.size();
  Members object{shapes_.begin()};
  const char* const at = lines_.position();
  if (!enter(at)) return false;
  if (emit_ != nullptr) emit_->out.put('{');
  after_table_ = false;
  while (true) {
    if (!peek(line)) return false;
    if (ended_ || line.indent < indent) break;
    if (line.indent > indent) {
      return fail(line.start, Errc::invalid_indent,
                  "this line is indented, but nothing above it opens a level");
    }
    if (line.start[0] != '#') {
      if (!member(line, object)) return false;
    } else {
      if (starts_with(line.start, "##!")) {
        if (indent == 0) break;
        return fail(line.start, Errc::invalid_line, "the trailer may not be indented");
      }
      if (!section(line, object)) return false;
    }
  }
  leave();
  after_table_ = false;
  const detail::Shape* shape = shapes_.finish(object.cursor);
  if (emit_ != nullptr) {
    emit_->out.put('}');
    return true;
  }
  out = maker_.object(shape, values_.from(first));
  values_.shrink(first);
  return maker_.ok() || fail_maker(at);
}

/// The next member's name: refuses it the second time, and writes it if writing.
bool Reader::add_key(const KeyRef& name, const char* at, Members& object) {
  object.last = name;
  const bool is_new = object.streamed == nullptr
                          ? shapes_.step(object.cursor, name) == ShapeTable::Step::ok
                          : object.streamed->emplace(name.text()).second;
  if (!is_new) {
    return fail(at, Errc::duplicate_key,
                "member " + quoted(name.text()) + " occurs twice in one object");
  }
  if (emit_ != nullptr) emit_->text.key(name, object.first);
  object.first = false;
  return true;
}

bool Reader::member(const Line& line, Members& object) {
  const char* p = line.start;
  // Looked at before the key is read, to tell a surplus row from a bad name.
  if (after_table_ && *p != '"' && !options_.lenient) {
    const char* q = p;
    while (static_cast<unsigned char>((*q | 0x20) - 'a') < 26 || *q == '_' ||
           (*q >= '0' && *q <= '9')) {
      ++q;
    }
    while (*q == ' ' || *q == '\t') {
      ++q;
    }
    if (*q != '=' && *q != '[') return stray_line(line);
  }
  if (*p == '@' || *p == '.' || *p == '=') return stray_line(line);
  KeyRef name;
  if (*p != '"') {
    // A bare key ends at '=' or '['; a line with neither is no member at all.
    const char* const end = line_end(p);
    if (std::find_if(p, end, [](char c) { return c == '=' || c == '['; }) == end) {
      return stray_line(line);
    }
  }
  if (!key(p, name, "=[")) return false;
  while (*p == ' ' || *p == '\t') {
    ++p;
  }
  const char* const end = line_end(p);
  if (*p != '=' && *p != '[') {
    return after_table_ ? stray_line(line)
                        : fail(p, Errc::invalid_line, "expected = or [ behind a member's name");
  }
  if (!add_key(name, line.start, object)) return false;
  after_table_ = false;
  Value value;
  if (*p == '=') {
    if (!scalar(p + 1, end, value)) return false;
    deliver(value);
    finish_line(end);
    return true;
  }
  if (!array_or_map(p, end, {Opening::inline_list, 0}, value)) return false;
  after_table_ = false;
  if (emit_ == nullptr) values_.push(value);
  return true;
}

/// A line of an object that is no member: most often a row too many.
bool Reader::stray_line(const Line& line) {
  if (*line.start == '.') {
    return fail(line.start, Errc::orphan_attachment, "an attachment without a ^ in the row above");
  }
  if (after_table_ && after_inline_) {
    return fail(line.start, Errc::orphan_inline_attachment,
                "a positional body without a ^ that waits for it");
  }
  if (after_table_) {
    return fail(line.start, Errc::count_mismatch, "more rows or items than the header counts");
  }
  if (*line.start == '@') {
    return fail(line.start, Errc::invalid_line, "an item outside an array");
  }
  return fail(line.start, Errc::invalid_line,
              "expected name=value, name[N]: a,b or a section ## name");
}

bool Reader::section(const Line& line, Members& object) {
  if (!starts_with(line.start, "## ")) {
    return fail(line.start, Errc::invalid_line,
                "a section is written \"## name\", a comment \"# text\"");
  }
  const char* p = line.start + 3;
  while (*p == ' ') {
    ++p;
  }
  KeyRef name;
  if (*p == '[') {
    return fail(p, Errc::invalid_key,
                "an array inside an object needs a name; the empty one is \"\"");
  }
  const char* const name_at = p;
  if (!key(p, name, "[")) return false;
  const char* const end = line_end(p);
  while (*p == ' ') {
    ++p;
  }
  if (p != end && (*p != '[' || p[-1] != ' ')) {
    return fail(p, Errc::malformed_header_field,
                "expected the end of the line, or a space and [N]");
  }
  if (!add_key(name, name_at, object)) return false;
  Value value;
  if (p == end) {
    finish_line(end);
    if (!members(line.indent + 1, value)) return false;
  } else if (!array_or_map(p, end, {Opening::section, line.indent}, value)) {
    return false;
  }
  if (emit_ == nullptr) values_.push(value);
  return true;
}

// ---- arrays and keyed maps ----

/// Everything that starts with a bracket, which is at `p`.
bool Reader::array_or_map(const char* p, const char* end, const Opening& opening, Value& out) {
  Bracket count;
  if (!bracket(p, end, count)) return false;
  if (count.keyed && !count.deferred && count.count == 0) {
    return fail(count.at, Errc::invalid_count,
                "zero count: a keyed map has at least one member, an empty object is written "
                "without a count");
  }
  after_inline_ = false;
  if (*p == ':' && !count.keyed && opening.kind != Opening::section) {
    return list(p + 1, end, count, out);
  }
  if (opening.kind == Opening::inline_list) {
    return fail(p, Errc::malformed_header_field, "expected : behind the count of an inline array");
  }
  if (*p == '{') return declared_table(p, end, count, opening, out);
  if (count.keyed) {
    return fail(count.at, Errc::malformed_header_field,
                "a keyed map needs at least two fields: the key and one more");
  }
  while (*p == ' ' || *p == '\t')
    ++p;
  if (p < end) return fail(p, Errc::malformed_header_field, "text behind the count");
  finish_line(end);
  if (!count.deferred && count.count == 0) {
    if (!check_depth(1, count.at)) return false;
    after_table_ = true;
    if (emit_ != nullptr) {
      emit_->out.put_literal("[]");
      return true;
    }
    out = maker_.array(nullptr, 0);
    return maker_.ok() || fail_maker(count.at);
  }
  if (opening.outer != nullptr) {
    const auto shared = opening.outer->shared.find(opening.field->id);
    if (shared != opening.outer->shared.end()) {
      Line line;
      if (!peek(line)) return false;
      // Rows of a shared schema never start with '@', items always do.
      if (ended_ || line.indent != opening.rows_indent || *line.start != '@') {
        TableState& state = next_state();
        state.columns = shared->second.get();
        if (!table(state, count, opening, out)) return false;
        release_state();
        return true;
      }
    }
  }
  return expanded(count, opening, out);
}

/// A table whose header lists its columns; `p` is at the brace.
bool Reader::declared_table(const char* p, const char* end, const Bracket& count,
                            const Opening& opening, Value& out) {
  TableState& state = next_state();
  state.keyed = count.keyed;
  if (!column_list(p, end, !count.keyed, state.own)) return false;
  if (count.keyed && state.own.columns.size() < 2) {
    return fail(count.at, Errc::malformed_header_field,
                "a keyed map needs at least two fields: the key and one more");
  }
  KeyRef group{};
  const char* group_at = nullptr;
  if (*p == ' ' && starts_with(p + 1, "group=") && !count.keyed) {
    group_at = p + 1;
    p += 7;
    if (!key(p, group, "")) return false;
  }
  while (*p == ' ' || *p == '\t')
    ++p;
  if (p < end) return fail(p, Errc::malformed_header_field, "text behind the list of columns");
  for (const Column& column : state.own.columns) {
    if (column.is_identity && group_at == nullptr && !identity_columns_) {
      return fail(column.at - 1, Errc::invalid_key,
                  "an @ column is legal only with group= or when the header names a key");
    }
  }
  state.columns = &state.own;
  if (group_at != nullptr) {
    finish_line(end);
    if (!grouped(state, count, group, group_at, opening.rows_indent, out)) return false;
    release_state();
    return true;
  }
  if (!plan_columns(state.own, count.keyed ? 1 : 0)) return false;
  if (count.keyed && state.own.find_cell(state.own.columns[0].key.id) >= 0) {
    return fail(state.own.columns[0].at, Errc::duplicate_field_name,
                "the name of the key column is also the name of a field");
  }
  finish_line(end);
  if (!table(state, count, opening, out)) {
    return false;
  }
  // GCF 7.4.5.3: row 0 declares the columns of its field for the rows below.
  if (opening.outer != nullptr && opening.first_row && !count.keyed && !state.own.has_constant) {
    opening.outer->shared[opening.field->id] = std::make_unique<Columns>(std::move(state.own));
    state.own = Columns{};
  }
  release_state();
  return true;
}

bool Reader::list(const char* p, const char* end, const Bracket& count, Value& out) {
  const std::size_t first = values_.size();
  while (p != end && (*p == ' ' || *p == '\t'))
    ++p;
  if (p != end) {
    while (true) {
      // A comma inside quotes does not separate.
      const char* start = p;
      while (p != end && (*p == ' ' || *p == '\t'))
        ++p;
      if (p != end && *p == '"') {
        std::string_view ignored;
        if (!quoted_string(p, ignored)) return false;
      }
      p = std::find(p, end, ',');
      Value value;
      if (!scalar(start, p, value)) return false;
      values_.push(value);
      if (p == end) break;
      ++p;
    }
  }
  const std::size_t found = values_.size() - first;
  if (!count.deferred && found != count.count &&
      !repair(count.at, Errc::count_mismatch,
              "the header counts " + std::to_string(count.count) + " values, the line has " +
                  std::to_string(found))) {
    return false;
  }
  finish_line(end);
  if (!check_depth(1, count.at)) return false;
  if (emit_ != nullptr) {
    emit_->out.put('[');
    for (std::size_t i = 0; i < found; ++i) {
      if (i != 0) emit_->out.put(',');
      emit_->text.scalar(values_[first + i]);
    }
    emit_->out.put(']');
  } else {
    out = maker_.array(values_.from(first), found);
  }
  values_.shrink(first);
  return maker_.ok() || fail_maker(count.at);
}

/// The brackets of an array's header are read: its elements follow.
bool Reader::open_array(OpenArray& array) {
  array.slot = deferred_.size();
  if (array.count.deferred) deferred_.push_back(0);
  if (!enter(array.count.at)) return false;
  if (array.state != nullptr && !check_depth(1 + array.state->columns->levels, array.count.at)) {
    return false;
  }
  array.map = shapes_.begin();
  return true;
}

Reader::Next Reader::next_item(const OpenArray& array, Line& line) {
  const unsigned indent = array.opening.rows_indent;
  const Bracket& count = array.count;
  if (!peek(line)) return Next::failed;
  const bool is_item = !ended_ && line.indent == indent && *line.start == '@';
  if (!is_item) {
    if (!ended_ && line.indent > indent) {
      fail(line.start, Errc::invalid_indent,
           "this line is indented, but nothing above it opens a level");
      return Next::failed;
    }
    if (!ended_ && line.indent == indent && !count.deferred && array.found < count.count &&
        !starts_with(line.start, "##") && !options_.lenient) {
      fail(line.start, Errc::invalid_item_id,
           "an item starts with @ and its index, here @" + std::to_string(array.found));
      return Next::failed;
    }
    return Next::end;
  }
  const bool full = !count.deferred && array.found == count.count && !options_.lenient;
  return full ? Next::end : Next::element;
}

bool Reader::close_items(const OpenArray& array) {
  Line line;
  if (!peek(line)) return false;
  if (!array.count.deferred && array.found != array.count.count &&
      !repair(array.count.at, Errc::count_mismatch,
              "the header counts " + std::to_string(array.count.count) + " items, the text has " +
                  std::to_string(array.found))) {
    return false;
  }
  if (!ended_ && line.indent == array.opening.rows_indent && array.opening.owns_indent()) {
    return fail(line.start, Errc::count_mismatch, "more items than the header counts");
  }
  leave();
  if (array.count.deferred) deferred_[array.slot] = array.found;
  after_table_ = true;
  after_inline_ = false;
  return true;
}

bool Reader::expanded(const Bracket& count, const Opening& opening, Value& out) {
  if (suspension_ != nullptr) [[unlikely]] {
    *suspension_ = {Suspension::items, nullptr, count, opening};
    return true;
  }
  const std::size_t first = values_.size();
  OpenArray array{nullptr, count, opening, 0, {}};
  if (!open_array(array)) return false;
  if (emit_ != nullptr) emit_->out.put('[');
  while (true) {
    Line line;
    const Next next = next_item(array, line);
    if (next == Next::failed) return false;
    if (next == Next::end) break;
    if (emit_ != nullptr && array.found != 0) emit_->out.put(',');
    if (!item(line, array.found, opening.rows_indent)) return false;
    ++array.found;
  }
  if (!close_items(array)) return false;
  if (emit_ != nullptr) {
    emit_->out.put(']');
    return true;
  }
  out = maker_.array(values_.from(first), values_.size() - first);
  values_.shrink(first);
  return maker_.ok() || fail_maker(count.at);
}

/// `@i =scalar`, `@i {}`, `@i [...`.
bool Reader::item(const Line& line, std::uint64_t index, unsigned indent) {
  const char* const end = line_end(line.start);
  const char* p = line.start + 1;
  const char* const digits = p;
  while (*p >= '0' && *p <= '9')
    ++p;
  const std::string expected = std::to_string(index);
  if (std::string_view(digits, static_cast<std::size_t>(p - digits)) != expected || *p != ' ') {
    if (*p != ' ' || !repair(line.start, Errc::invalid_item_id,
                             "the index of this item is " + expected + ": @" + expected)) {
      return *p == ' ' ? false
                       : fail(line.start, Errc::invalid_item_id,
                              "an item starts with @" + expected + " and a space");
    }
  }
  while (*p == ' ')
    ++p;
  Value value;
  if (*p == '=') {
    if (!scalar(p + 1, end, value)) return false;
    deliver(value);
    finish_line(end);
    return true;
  }
  if (*p == '{') {
    const char* rest = p + 2;
    while (rest < end && (*rest == ' ' || *rest == '\t')) {
      ++rest;
    }
    if (p[1] != '}' || rest != end) {
      return fail(p, Errc::invalid_line, "an object item is written @i {}");
    }
    finish_line(end);
    if (!members(indent + 1, value)) return false;
  } else if (*p != '[') {
    return fail(p, Errc::invalid_line, "an item is =scalar, {} or [N] behind its index");
  } else if (!array_or_map(p, end, {Opening::item, indent + 1}, value)) {
    return false;
  }
  if (emit_ == nullptr) values_.push(value);
  return true;
}

namespace {

/// Copies the text with what the reader needs behind it and reads it.
Result<Value> read_payload(std::string_view text, const DecodeOptions& options, TreeMaker& maker,
                           JsonSink* sink) {
  if (const auto fits = check_size(text, options.max_bytes); !fits) return fits.error();
  auto* copy = static_cast<char*>(maker.arena().allocate(text.size() + text_padding));
  if (copy == nullptr) return Error{Errc::out_of_memory, 0, "no memory for the text"};
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  std::memset(copy + text.size(), 0, text_padding);
  copy[text.size()] = '\n';
  if (!is_utf8(text)) {
    return Error{Errc::invalid_utf8, first_bad_utf8(text), "the text is not UTF-8 here"};
  }
  Reader reader(copy, text.size(), maker, options, sink);
  Value root;
  if (!reader.read(root)) return reader.error();
  return root;
}

}  // namespace

Result<Document> decode(std::string_view text, const DecodeOptions& options) {
  TreeMaker maker(options.max_depth);
  maker.set_text_size(2 * text.size());  // JSON of it is about that long
  const auto root = read_payload(text, options, maker, nullptr);
  if (!root) return root.error();
  return maker.finish(*root);
}

Result<std::string> to_json(std::string_view text, const DecodeOptions& options, Document* notes) {
  TreeMaker maker(options.max_depth);
  // A long key costs two bytes per row here and its whole length there.
  const std::uint64_t longest = (std::uint64_t{64} << 20) + 256 * std::uint64_t{text.size()};
  JsonSink sink(std::min(laconic::EncodeOptions{}.max_bytes, longest), 2 * text.size());
  const auto root = read_payload(text, options, maker, &sink);
  if (!root) return root.error();
  if (notes != nullptr) *notes = maker.finish(Value());
  return sink.out.finish();
}

}  // namespace laconic::gcf

// toon_read.cpp - scopes: objects, lists, tables, and what ends them (TOON 5 to 9, 14).
#include "toon/toon_read.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "text/escape.hpp"
#include "text/simd.hpp"
#include "text/text_check.hpp"
#include "text/utf8.hpp"

namespace laconic::toon {

using detail::ShapeNode;
using detail::ShapeTable;
using detail::TreeMaker;

namespace {

const char* trim_start(const char* p, const char* end) noexcept {
  while (p != end && *p == ' ')
    ++p;
  return p;
}

}  // namespace

Reader::Reader(const char* text, const char* end, const DecodeOptions& options, TreeMaker& maker,
               detail::JsonSink* sink)
    : text_(text),
      end_(end),
      lenient_(options.lenient),
      maker_(maker),
      emit_(sink),
      lines_(text, end, std::clamp(options.indent_size, 1U, 16U), options.lenient) {}

bool Reader::fail(const char* p, Errc code, std::string detail) {
  error_ = {code, static_cast<std::uint64_t>(p - text_), std::move(detail)};
  return false;
}

bool Reader::recover(const char* p, Errc code, const char* detail) {
  if (!lenient_) return fail(p, code, detail);
  maker_.note(Note::Type::repair, code, static_cast<std::uint64_t>(p - text_), detail);
  return true;
}

bool Reader::take(Line& line) {
  line = lines_.line();
  switch (lines_.fault()) {
    case LineFault::none: break;
    case LineFault::tab_indentation:
      if (!recover(line.raw, Errc::tab_indentation, "indentation is made of spaces, not of tabs"))
        return false;
      break;
    case LineFault::odd_indentation:
      if (!recover(line.raw, Errc::invalid_indent,
                   "the indentation is no multiple of the indent size"))
        return false;
      break;
  }
  if (line.after_blank && started_ != 0 &&
      !recover(line.raw, Errc::invalid_line, "a blank line stands inside an array or table")) {
    return false;
  }
  note_tabbed_blank();
  lines_.advance();
  return true;
}

void Reader::note_tabbed_blank() {
  const char* const blank = lines_.take_tabbed_blank();
  if (blank == nullptr) return;
  static_cast<void>(recover(blank, Errc::tab_indentation, "a blank line is made of spaces"));
}

/// Behind the closing quote of the string that starts at `p`, or `end` if it never closes.
const char* Reader::skip_quoted(const char* p, const char* end) noexcept {
  for (++p;; p += 2) {
    // Something stops the search: the text behind `end` has a line end.
    p = simd::find(
        p, [](simd::Bytes bytes) { return bytes.is('"') | bytes.is('\\') | bytes.is('\n'); });
    if (p >= end || *p == '\n') return end;
    if (*p == '"') return p + 1;
    // An escape that the line ends in has nothing behind it to skip.
    if (end - p <= 2) return end;
  }
}

Reader::Marks Reader::marks_of(std::string_view text) noexcept {
  Marks marks;
  const char* const end = text.data() + text.size();
  for (const char* p = text.data();;) {
    // Something stops the search: the text behind `end` has a line end.
    p = simd::find(p, [](simd::Bytes bytes) {
      return bytes.is(':') | bytes.is('"') | bytes.is('[') | bytes.is('\n');
    });
    if (p >= end) return marks;
    if (*p == '"') {
      p = skip_quoted(p, end);
      if (p >= end) return marks;
      continue;
    }
    if (*p == ':') {
      marks.colon = p;
      return marks;
    }
    if (*p == '[' && marks.bracket == nullptr) marks.bracket = p;
    ++p;
  }
}

bool Reader::read(Value& root) {
  const bool ok = read_root(root);
  if (ok) note_tabbed_blank();
  return ok;
}

bool Reader::read_root(Value& root) {
  if (!lines_.has_line()) {
    ObjectState state;
    begin(state);
    return finish(text_, state, root);
  }
  const Line first = lines_.line();
  if (first.depth != 0) {
    return fail(first.start, Errc::invalid_indent, "the first line is indented");
  }
  const Marks marks = marks_of(first.text());
  if (first.text() == "[]") {
    Line line;
    if (!take(line)) return false;
    if (emit_ != nullptr) emit_->out.put_literal("[]");
    root = maker_.array(nullptr, 0);
  } else if (marks.colon != nullptr && marks.bracket == first.start) {
    Line line;
    Header head;
    if (!take(line) || !header(line.text(), marks, head) || !header_value(line, head, 0, root)) {
      return false;
    }
  } else {
    if (marks.colon == nullptr) {
      Line line;
      if (!take(line)) return false;
      if (!lines_.has_line()) {
        if (!token(line.start, line.end, root)) return false;
        if (emit_ != nullptr) emit_->text.scalar(root);
        return true;
      }
      return fail(line.start, Errc::invalid_line,
                  "a line without a colon is no field; only a text of one line is a plain value");
    }
    ObjectState state;
    begin(state);
    return object({0, 0}, state) && finish(first.start, state, root);
  }
  if (!maker_.ok()) {
    error_ = maker_.error(static_cast<std::uint64_t>(first.start - text_));
    return false;
  }
  if (lines_.has_line()) {
    return fail(lines_.line().start, Errc::trailing_characters, "text behind the end of the value");
  }
  return true;
}

// ---- scopes

bool Reader::open_scope(unsigned depth, Scope& scope, bool& is_empty) {
  scope = {depth, depth};
  is_empty = !lines_.has_line() || lines_.line().depth < depth;
  if (is_empty || lines_.line().depth == depth) return true;
  if (!recover(lines_.line().start, Errc::invalid_indent,
               "this line is indented more than one level deeper than what it belongs to")) {
    return false;
  }
  scope.depth = lines_.line().depth;
  return true;
}

bool Reader::belongs(const Scope& scope, bool& ok) {
  if (!lines_.has_line() || lines_.line().depth < scope.floor) return false;
  if (lines_.line().depth == scope.depth) return true;
  ok = fail(lines_.line().start, Errc::invalid_indent,
            "this line is indented deeper than its neighbours, but nothing above it opens a level");
  return false;
}

void Reader::begin(ObjectState& state) {
  state.cursor = maker_.shapes().begin();
  state.first = values_.size();
  if (emit_ != nullptr) emit_->out.put('{');
}

bool Reader::finish(const char* at, ObjectState& state, Value& out) {
  if (emit_ != nullptr) {
    emit_->out.put('}');
    return fits(1) && !emit_->out.failed();
  }
  out = maker_.object(maker_.shapes().finish(state.cursor), values_.from(state.first));
  values_.shrink(state.first);
  if (maker_.ok()) return true;
  error_ = maker_.error(static_cast<std::uint64_t>(at - text_));
  return false;
}

/// Writes a token as JSON. TOON's short escapes are JSON's own, so that most strings are copied
/// as they stand. Nothing but the token stands in [start, end).
bool Reader::emit_token(const char* start, const char* end) {
  if (*start == '"' && end - start >= 2) {
    const char* p = start + 1;
    while (true) {
      p = simd::find(p, [](simd::Bytes bytes) {
        return bytes.is('"') | bytes.is('\\') | bytes.at_most(0x1F);
      });
      if (*p != '\\' || p + 1 >= end) break;
      const char escaped = p[1];
      if (escaped != 'n' && escaped != '"' && escaped != '\\' && escaped != 't' && escaped != 'r')
        break;
      p += 2;
    }
    if (p == end - 1 && *p == '"') {
      const auto size = static_cast<std::size_t>(end - start);
      char* const to = emit_->out.reserve(size);
      simd::copy(to, start, size);
      emit_->out.advance_to(to + size);
      return true;
    }
  }
  const char first = *start;
  if (first == '-' || first == 't' || first == 'f' || first == 'n' || first == '"' ||
      first == ' ' || (first >= '0' && first <= '9')) {
    Value value;
    if (!token(start, end, value)) return false;
    emit_->text.scalar(value);
  } else {
    emit_->text.string({start, static_cast<std::size_t>(end - start)});
  }
  return true;
}

/// Where [start, end) is a field with the key that mostly comes next, and a plain value: writes
/// the key and returns the value. Else nullptr, and nothing has happened.
const char* Reader::likely_value(ObjectState& state, const char* start, const char* end,
                                 unsigned depth) {
  // Objects of one depth are alike, also where others stand between them.
  ShapeNode* const likely =
      state.cursor.node->size == 0 ? first_keys_[depth % first_keys] : state.cursor.node->likely;
  if (emit_ == nullptr || likely == nullptr || state.cursor.serial != 0) return nullptr;
  const detail::KeyRef& key = likely->key;
  const char* const colon = start + key.size;
  if (end - colon < 3 || *colon != ':' || colon[1] != ' ' || key.size > simd::width ||
      !simd::equal(key.data, start, key.size) || colon[2] == ' ' || colon[2] == '[') {
    return nullptr;
  }
  // The same text unquoted may be a header, or end earlier.
  const auto bytes = simd::Bytes::load(start);
  const auto special = bytes.is(':') | bytes.is('"') | bytes.is('[');
  if (special.mask().below(key.size).any()) return nullptr;
  state.cursor.node = likely;
  emit_->text.key(key, likely->size == 1);
  return colon + 2;
}

/// The fields of an object from the next line on; their values go to the stack.
bool Reader::object(const Scope& scope, ObjectState& state) {
  bool ok = true;
  while (belongs(scope, ok)) {
    const Line& next = lines_.line();
    if (lines_.fault() == LineFault::none && !next.after_blank) {
      const char* const end = next.end;
      if (const char* const value = likely_value(state, next.start, end, scope.depth)) {
        lines_.advance();
        if (!emit_token(value, end)) return false;
        continue;
      }
    }
    Line line;
    if (!take(line) || !field(line, line.text(), scope.depth, state)) return false;
  }
  return ok;
}

/// Makes room for a member, whose value is then on top of the stack; a repeated key is moved
/// there by the caller's finish: lenient readers keep its first place.
bool Reader::add_member(const char* at, std::string_view key, ObjectState& state) {
  switch (maker_.shapes().step(state.cursor, key.data(), key.size())) {
    case ShapeTable::Step::ok:
      if (emit_ != nullptr) {
        const bool first = state.cursor.node->size == 1;
        if (first) first_keys_[lines_.line().depth % first_keys] = state.cursor.node;
        emit_->text.key(state.cursor.node->key, first);
      }
      return true;
    case ShapeTable::Step::out_of_memory:
      return fail(at, Errc::out_of_memory, "no memory for the document");
    case ShapeTable::Step::duplicate: break;
  }
  if (!lenient_) {
    return fail(at, Errc::duplicate_key, "the key " + laconic::quoted(key) + " occurs twice");
  }
  return recover(at, Errc::duplicate_key, "a key occurs twice; the last value counts");
}

bool Reader::field(const Line& line, std::string_view text, unsigned depth, ObjectState& state) {
  if (++level_ > maker_.max_depth()) {
    return fail(
        text.data(), Errc::depth_exceeded,
        "nested deeper than the limit of " + std::to_string(maker_.max_depth()) + " levels");
  }
  const Marks marks = marks_of(text);
  if (marks.colon == nullptr) {
    return fail(text.data(), Errc::invalid_line,
                "a line without a colon is neither a field nor a header");
  }
  const char* const end = text.data() + text.size();
  const ShapeNode* const before = state.cursor.node;
  std::string_view key;
  Value value;
  if (marks.bracket != nullptr) {
    Header head;
    if (!header(text, marks, head)) return false;
    if (!head.has_key) {
      return fail(head.bracket, Errc::invalid_line,
                  "a header without a key stands only at the root or in a list");
    }
    key = head.key;
    if (!add_member(text.data(), key, state) || !header_value(line, head, depth, value)) {
      return false;
    }
  } else {
    if (!key_token(text.data(), marks.colon, key) || !add_member(text.data(), key, state)) {
      return false;
    }
    const char* const rest = trim_start(marks.colon + 1, end);
    if (rest == end) {
      ObjectState inner;
      begin(inner);
      Scope scope{};
      bool is_empty = false;
      if (!open_scope(depth + 1, scope, is_empty)) return false;
      if (!is_empty && !object(scope, inner)) return false;
      if (!finish(text.data(), inner, value)) return false;
    } else if (end - rest == 2 && rest[0] == '[' && rest[1] == ']') {
      if (emit_ != nullptr) emit_->out.put_literal("[]");
      value = maker_.array(nullptr, 0);
    } else if (emit_ != nullptr) {
      if (!emit_token(rest, end)) return false;
    } else if (!token(rest, end, value)) {
      return false;
    }
  }
  --level_;
  if (emit_ != nullptr) return fits(1);  // the object that this is a field of
  if (!maker_.ok()) {
    error_ = maker_.error(static_cast<std::uint64_t>(text.data() - text_));
    return false;
  }
  if (state.cursor.node != before) {
    values_.push(value);
    return true;
  }
  // A repeated key: the last value counts, in the first place.
  const ShapeNode* node = before;
  while (node->key.text() != key)
    node = node->parent;
  values_[state.first + node->size - 1] = value;
  return true;
}

bool Reader::check_count(const Line& line, const Header& header, std::uint64_t found) {
  if (!header.huge && header.length == found) return true;
  if (lenient_) {
    return recover(line.start, Errc::count_mismatch,
                   "the header counts another number of elements than follow");
  }
  return fail(line.start, Errc::count_mismatch,
              "the header counts " +
                  (header.huge ? std::string("too many") : std::to_string(header.length)) +
                  " elements, " + std::to_string(found) + " follow");
}

bool Reader::header_value(const Line& line, Header& header, unsigned depth, Value& out) {
  bool ok = false;
  if (header.keyed) {
    ok = entries(line, header, depth, out);
  } else if (header.has_fields) {
    ok = rows(line, header, depth, out);
  } else if (header.rest != line.end) {
    ok = inline_array(line, header, out);
  } else {
    ok = list(line, header, depth, out);
  }
  if (ok && !maker_.ok()) {
    error_ = maker_.error(static_cast<std::uint64_t>(line.start - text_));
    return false;
  }
  return ok;
}

bool Reader::list(const Line& line, const Header& header, unsigned depth, Value& out) {
  const std::size_t first = values_.size();
  Scope scope{};
  bool is_empty = false;
  if (!open_scope(depth + 1, scope, is_empty)) return false;
  bool ok = true;
  std::size_t count = 0;
  if (emit_ != nullptr) emit_->out.put('[');
  while (!is_empty && belongs(scope, ok)) {
    Line next;
    if (!take(next)) return false;
    if (count == 0) ++started_;
    if (emit_ != nullptr && count != 0) emit_->out.put(',');
    ++count;
    if (!item(next, scope.depth)) return false;
  }
  if (!ok) return false;
  if (count != 0) --started_;
  if (!check_count(line, header, count)) return false;
  if (emit_ != nullptr) {
    emit_->out.put(']');
    return fits(1);
  }
  out = maker_.array(values_.from(first), count);
  values_.shrink(first);
  return true;
}

bool Reader::item(const Line& line, unsigned depth) {
  if (*line.start != '-' || (line.end - line.start > 1 && line.start[1] != ' ')) {
    return fail(line.start, Errc::invalid_line,
                "a line of a list starts with a hyphen and a space");
  }
  const char* const rest = trim_start(line.start + 1, line.end);
  const std::string_view text(rest, static_cast<std::size_t>(line.end - rest));
  Value value;
  if (text.empty()) {
    ObjectState state;
    begin(state);
    ++level_;
    const bool ok = finish(line.start, state, value);
    --level_;
    if (emit_ == nullptr) values_.push(value);
    return ok;
  }
  if (text == "[]") {
    if (emit_ != nullptr) {
      emit_->out.put_literal("[]");
      return fits(2);
    }
    values_.push(maker_.array(nullptr, 0));
    return true;
  }
  const Marks marks = marks_of(text);
  if (marks.colon == nullptr) {
    if (emit_ != nullptr) return emit_token(rest, line.end);
    if (!token(rest, line.end, value)) return false;
    values_.push(value);
    return true;
  }
  if (++level_ > maker_.max_depth()) {
    return fail(
        rest, Errc::depth_exceeded,
        "nested deeper than the limit of " + std::to_string(maker_.max_depth()) + " levels");
  }
  if (marks.bracket == rest) {
    Header head;
    if (!header(text, marks, head)) return false;
    if (head.has_fields) {
      return fail(rest, Errc::invalid_line, "a table in a list needs a key");
    }
    if (!header_value(line, head, depth, value)) return false;
  } else {
    ObjectState state;
    begin(state);
    const char* const likely = likely_value(state, rest, line.end, depth + 1);
    const bool ok =
        likely != nullptr ? emit_token(likely, line.end) : field(line, text, depth + 1, state);
    if (!ok || !object({depth + 1, depth + 1}, state) || !finish(line.start, state, value))
      return false;
  }
  --level_;
  if (emit_ == nullptr) values_.push(value);
  return true;
}

bool Reader::rows(const Line& line, Header& header, unsigned depth, Value& out) {
  const std::size_t first = values_.size();
  Scope scope{};
  bool is_empty = false;
  if (!open_scope(depth + 1, scope, is_empty)) return false;
  bool ok = true;
  std::size_t count = 0;
  if (emit_ != nullptr) emit_->out.put('[');
  while (!is_empty && belongs(scope, ok)) {
    Line next;
    if (!take(next)) return false;
    if (count++ == 0) ++started_;
    const std::size_t row = values_.size();
    if (!cells(next.start, next.end, header)) return false;
    std::size_t cell = row;
    if (emit_ != nullptr) {
      if (count != 1) emit_->out.put(',');
      emit_record(*header.fields, cell);
      values_.shrink(row);
      continue;
    }
    Value record;
    if (!assemble(next.start, *header.fields, cell, record)) return false;
    values_.shrink(row);
    values_.push(record);
  }
  if (!ok) return false;
  if (count != 0) --started_;
  if (!check_count(line, header, count)) return false;
  if (emit_ != nullptr) {
    emit_->out.put(']');
    return fits(count == 0 ? 1 : header.fields->depth + 1) && !emit_->out.failed();
  }
  out = maker_.array(values_.from(first), count);
  values_.shrink(first);
  return true;
}

bool Reader::entries(const Line& line, Header& header, unsigned depth, Value& out) {
  ObjectState state;
  begin(state);
  Scope scope{};
  bool is_empty = false;
  if (!open_scope(depth + 1, scope, is_empty)) return false;
  bool ok = true;
  std::uint64_t count = 0;
  while (!is_empty && belongs(scope, ok)) {
    Line next;
    if (!take(next)) return false;
    if (count++ == 0) ++started_;
    const Marks marks = marks_of(next.text());
    if (marks.colon == nullptr) {
      return fail(next.start, Errc::invalid_line, "a row of a keyed table is KEY: CELLS");
    }
    const ShapeNode* const before = state.cursor.node;
    std::string_view key;
    if (!key_token(next.start, marks.colon, key) || !add_member(next.start, key, state)) {
      return false;
    }
    const std::size_t row = values_.size();
    const char* const rest = trim_start(marks.colon + 1, next.end);
    if (rest == next.end) {
      return fail(next.start, Errc::row_width_mismatch, "a row without cells");
    }
    if (!cells(rest, next.end, header)) return false;
    std::size_t cell = row;
    if (emit_ != nullptr) {
      emit_record(*header.fields, cell);
      values_.shrink(row);
      continue;
    }
    Value record;
    if (!assemble(next.start, *header.fields, cell, record)) return false;
    values_.shrink(row);
    if (state.cursor.node != before) {
      values_.push(record);
      continue;
    }
    const ShapeNode* node = before;
    while (node->key.text() != key)
      node = node->parent;
    values_[state.first + node->size - 1] = record;
  }
  if (!ok) return false;
  if (count != 0) --started_;
  if (emit_ != nullptr && count != 0 && !fits(header.fields->depth + 1)) return false;
  return check_count(line, header, count) && finish(line.start, state, out);
}

/// The object of the cells that are on the stack from `cell` on.
void Reader::emit_record(const Fields& fields, std::size_t& cell) {
  emit_->out.put('{');
  for (std::uint32_t i = 0; i < fields.shape->size; ++i) {
    emit_->text.key(fields.shape->keys[i], i == 0);
    if (fields.flat || fields.groups[i].shape == nullptr) {
      emit_->text.scalar(values_[cell++]);
    } else {
      emit_record(fields.groups[i], cell);
    }
  }
  emit_->out.put('}');
}

/// Makes objects of the cells of one record, which are on the stack from `cell` on; groups
/// wait for their object on top of it.
bool Reader::assemble(const char* at, const Fields& fields, std::size_t& cell, Value& out) {
  if (fields.flat && fields.members.empty()) {
    out = maker_.object(fields.shape, values_.from(cell));
    cell += fields.shape->size;
  } else {
    const std::size_t base = values_.size();
    static_cast<void>(values_.extend(fields.shape->size));
    for (std::size_t i = 0; i < fields.groups.size(); ++i) {
      Value value;
      if (fields.groups[i].shape == nullptr) {
        value = values_[cell++];
      } else if (!assemble(at, fields.groups[i], cell, value)) {
        return false;
      }
      values_[base + (fields.members.empty() ? i : fields.members[i])] = value;
    }
    out = maker_.object(fields.shape, values_.from(base));
    values_.shrink(base);
  }
  if (maker_.ok()) return true;
  error_ = maker_.error(static_cast<std::uint64_t>(at - text_));
  return false;
}

namespace {

/// Copies the text with what the reader needs behind it and reads it.
Result<Value> read_text(std::string_view text, const DecodeOptions& options, TreeMaker& maker,
                        detail::JsonSink* sink) {
  if (const auto good = check_text(text, options.max_bytes); !good) return good.error();
  constexpr std::size_t padding = 64;
  auto* copy = static_cast<char*>(maker.arena().allocate(text.size() + 1 + padding));
  if (copy == nullptr) return Error{Errc::out_of_memory, 0, "no memory for the text"};
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\n';
  std::memset(copy + text.size() + 1, 0, padding);
  // A byte order mark is dropped, and offsets still count it.
  const std::size_t mark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  Reader reader(copy + mark, copy + text.size() + 1, options, maker, sink);
  Value root;
  if (!reader.read(root)) {
    Error error = reader.error();
    error.offset += mark;
    return error;
  }
  return root;
}

}  // namespace

Result<Document> decode(std::string_view text, const DecodeOptions& options) {
  TreeMaker maker(options.max_depth);
  maker.set_text_size(text.size() * 2);
  const auto root = read_text(text, options, maker, nullptr);
  if (!root) return root.error();
  return maker.finish(*root);
}

Result<std::string> to_json(std::string_view text, const DecodeOptions& options, Document* notes) {
  if (!options.lenient) {
    TreeMaker maker(options.max_depth);
    // A long key costs nothing per row here and its whole length there.
    const std::uint64_t longest = (std::uint64_t{64} << 20) + 256 * std::uint64_t{text.size()};
    detail::JsonSink sink(std::min(laconic::EncodeOptions{}.max_bytes, longest), 2 * text.size());
    if (read_text(text, options, maker, &sink)) {
      if (notes != nullptr) *notes = maker.finish(Value());
      return sink.out.finish();
    }
  }
  auto document = decode(text, options);
  if (!document) return document.error();
  detail::JsonSink sink(laconic::EncodeOptions{}.max_bytes, 2 * text.size());
  sink.text.value(document->root());
  if (notes != nullptr) *notes = std::move(*document);
  return sink.out.finish();
}

}  // namespace laconic::toon

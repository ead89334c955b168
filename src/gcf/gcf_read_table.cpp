// gcf_read_table.cpp - rows of tables and keyed maps, and their attachments (GCF 7.4).
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "gcf/gcf_read.hpp"
#include "text/escape.hpp"
#include "text/simd.hpp"

namespace laconic::gcf {

using detail::CellMark;
using detail::KeyRef;
using detail::ShapeCursor;
using detail::ShapeTable;
using detail::TreeMaker;
using detail::ValueAccess;

namespace {

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t';
}

/// In rows without blanks at their ends, which is how rows are written.
bool is_separator(char c) noexcept {
  return c == '|' || c == '\n';
}

bool ends_line(const char* p) noexcept {
  return *p == '\n' || (*p == '\r' && p[1] == '\n');
}

constexpr auto ends_cell = [](simd::Bytes bytes) { return bytes.is('|') | bytes.at_most(0x1F); };

/// The first `|` or control character; the text ends in a newline.
const char* find_cell_end(const char* p) noexcept {
  return simd::find(p, ends_cell);
}

std::uint64_t find_cell_ends(const char* p) noexcept {
  return simd::mask64(p, ends_cell);
}

/// What a cell is likely to be, by its first byte.
enum class CellStart : std::uint8_t { other, letter, digit, word, null, missing };

constexpr auto cell_starts = [] {
  std::array<CellStart, 256> table{};
  for (unsigned c = 0x21; c < 0x7F; ++c)
    table[c] = CellStart::letter;
  for (unsigned c = 0x80; c < 0x100; ++c)
    table[c] = CellStart::letter;
  for (unsigned c = '0'; c <= '9'; ++c)
    table[c] = CellStart::digit;
  table['~'] = CellStart::missing;
  table['-'] = CellStart::null;
  table['t'] = table['f'] = CellStart::word;
  for (const char c : {'"', '|', '^'})
    table[static_cast<unsigned char>(c)] = CellStart::other;
  return table;
}();

/// Reads the cell [p, end) if it is of the kinds that most cells are of: a string that is
/// not quoted, a number in its canonical spelling, `~`. Leaves everything else to `cell`.
inline bool common_cell(const char* p, const char* end, Value& out, RowMarks& marks) noexcept {
  if (!is_separator(*end)) return false;
  const auto size = static_cast<std::size_t>(end - p);
  switch (cell_starts[static_cast<unsigned char>(*p)]) {
    case CellStart::digit: {
      const std::size_t digits = simd::count_digits(p);
      const char behind = p[digits];
      if (digits == size) {
        if (digits > 18 || (*p == '0' && digits > 1)) return false;
        out = TreeMaker::number_text(Kind::integer, p, size, true);
        return true;
      }
      if (behind == '.') {
        // Up to 15 digits survive the way to binary64 and back: they are the shortest.
        if (digits + 1 + simd::count_digits(p + digits + 1) != size || size > 16 || *p == '0' ||
            end[-1] == '0' || end[-1] == '.') {
          return false;
        }
        out = TreeMaker::number_text(Kind::real, p, size, true);
        return true;
      }
      // 2025-01-31 is a string: behind digits, only these can go on with a number.
      if (behind == 'e' || behind == 'E') return false;
      [[fallthrough]];
    }
    case CellStart::word:
      if (size == 4 && std::memcmp(p, "true", 4) == 0) {
        out = TreeMaker::boolean(true);
        return true;
      }
      if (size == 5 && std::memcmp(p, "false", 5) == 0) {
        out = TreeMaker::boolean(false);
        return true;
      }
      [[fallthrough]];
    case CellStart::letter:
      if (end[-1] == ' ') return false;
      out = TreeMaker::string(p, size);
      return true;
    case CellStart::null:
      if (size != 1) return false;  // a negative number, or a string
      out = Value();
      return true;
    case CellStart::missing:
      if (size != 1) return false;
      out = TreeMaker::marked_cell(CellMark::missing);
      marks.missing = true;
      return true;
    case CellStart::other: break;
  }
  return false;
}

std::string columns_text(std::uint64_t n) {
  return std::to_string(n) + (n == 1 ? " cell" : " cells");
}

}  // namespace

namespace {

/// Does the line start with a name and `=` or `[`, as a member of an object does?
bool resembles_member(const char* p) noexcept {
  if (*p == '"') {
    for (++p; *p != '"' && *p != '\n'; ++p) {
      if (*p == '\\' && p[1] != '\n') ++p;
    }
    if (*p == '"') ++p;
  } else {
    while (*p != '=' && *p != '[' && *p != '|' && *p != '\n')
      ++p;
  }
  while (is_blank(*p))
    ++p;
  return *p == '=' || *p == '[';
}

}  // namespace

/// Lenient: a counted table goes on when the next line can only be one more row.
bool Reader::is_surplus_row(const TableState& state, const Line& line,
                            const Opening& opening) const {
  if (!options_.lenient) return false;
  if (opening.kind == Opening::root || opening.owns_indent()) return true;
  const char* const end = line_end(line.start);
  const auto pipes = static_cast<std::uint32_t>(std::count(line.start, end, '|'));
  return pipes + 1 == state.columns->cells && !resembles_member(line.start);
}

Reader::Next Reader::next_row(const OpenArray& array, Line& line) {
  const unsigned indent = array.opening.rows_indent;
  if (!peek(line)) return Next::failed;
  if (ended_ || line.indent < indent) return Next::end;
  if (line.start[0] == '#' && line.start[1] == '#') return Next::end;
  const bool due = array.count.deferred || array.found < array.count.count;
  if (line.indent > indent) [[unlikely]] {
    constexpr const char* detail = "this line is indented, but nothing above it opens a level";
    if (!due) {
      fail(line.start, Errc::invalid_indent, detail);
      return Next::failed;
    }
    if (!repair(line.start, Errc::invalid_indent, detail)) return Next::failed;
  }
  if (*line.start == '.') [[unlikely]] {
    fail(line.start, Errc::orphan_attachment, "an attachment without a ^ in the row above");
    return Next::failed;
  }
  return due || is_surplus_row(*array.state, line, array.opening) ? Next::element : Next::end;
}

/// `line` is the one that is no row any more.
bool Reader::close_table(const OpenArray& array, const Line& line) {
  if (!array.count.deferred && array.found != array.count.count &&
      !repair(array.count.at, Errc::count_mismatch,
              "the header counts " + std::to_string(array.count.count) + " rows, the text has " +
                  std::to_string(array.found))) {
    return false;
  }
  if (!ended_ && line.indent == array.opening.rows_indent && array.opening.owns_indent()) {
    return fail(line.start, Errc::count_mismatch, "more rows than the header counts");
  }
  leave();
  if (array.count.deferred) deferred_[array.slot] = array.found;
  after_table_ = true;
  after_inline_ = array.state->declared_inline;
  return true;
}

bool Reader::table(TableState& state, const Bracket& count, const Opening& opening, Value& out) {
  if (suspension_ != nullptr) [[unlikely]] {
    *suspension_ = {Suspension::table, &state, count, opening};
    return true;
  }
  const std::size_t first = values_.size();
  OpenArray array{&state, count, opening, 0, {}};
  if (!open_array(array)) return false;
  if (emit_ != nullptr) emit_->out.put(state.keyed ? '{' : '[');
  Line line;
  while (true) {
    const Next next = next_row(array, line);
    if (next == Next::failed) return false;
    if (next == Next::end) break;
    if (!row(state, line, array.found, opening.rows_indent, array.map)) return false;
    ++array.found;
    if (emit_ != nullptr && emit_->out.failed()) {
      return fail(line.start, Errc::size_exceeded,
                  "the JSON of this text would be hundreds of times as long as the text");
    }
  }
  if (!close_table(array, line)) return false;
  const detail::Shape* shape = shapes_.finish(array.map);
  if (emit_ != nullptr) {
    emit_->out.put(state.keyed ? '}' : ']');
    return true;
  }
  out = state.keyed ? maker_.object(shape, values_.from(first))
                    : maker_.array(values_.from(first), values_.size() - first);
  values_.shrink(first);
  return maker_.ok() || fail_maker(count.at);
}

/// The prefix `@i ` at `p`, which is left behind it.
bool Reader::row_index(const Line& line, std::uint64_t index, const char*& p) {
  const char* const digits = ++p;
  std::uint64_t id = 0;
  while (*p >= '0' && *p <= '9' && p - digits < 18) {
    id = id * 10 + static_cast<std::uint64_t>(*p++ - '0');
  }
  const bool is_number = p != digits && *p == ' ' && (*digits != '0' || p - digits == 1);
  ++p;
  if (is_number && id == index) return true;
  const std::string detail = "this is row " + std::to_string(index) +
                             ": its prefix, if it has one, is @" + std::to_string(index);
  if (!is_number) return fail(line.start, Errc::invalid_item_id, detail);
  return repair(line.start, Errc::invalid_item_id, detail);
}

bool Reader::row(TableState& state, const Line& line, std::uint64_t index, unsigned indent,
                 ShapeCursor& map) {
  const Columns& columns = *state.columns;
  const char* const at = line.start;
  const char* p = at;
  const bool numbered = *p == '@';
  if (numbered && !row_index(line, index, p)) return false;
  const std::size_t base = values_.size();
  RowMarks marks;
  if (!cells(state, p, marks)) return false;
  finish_line(p);
  if (columns.has_constant && !count_constants(columns, at)) return false;

  if (emit_ != nullptr && !state.keyed && !numbered && !marks.attached) [[likely]] {
    if (index != 0) emit_->out.put(',');
    values_.shrink(base);  // they stay where they are until something is pushed
    if (columns.frame_bytes != 0) {
      emit_simple_record(columns, values_.from(base), static_cast<std::size_t>(p - at));
    } else {
      emit_record(columns, base, marks);
    }
    return true;
  }
  KeyRef name{};
  if (state.keyed) {
    if (!values_[base].is_string()) {
      return fail(at, Errc::invalid_key, "the first cell of a keyed map is its key, a string");
    }
    const std::string_view text = values_[base].string();
    if (!intern(text.data(), text.size(), name)) return false;
    state.row_key = name;
    const bool is_new = state.streamed_keys == nullptr
                            ? shapes_.step(map, name) == ShapeTable::Step::ok
                            : state.streamed_keys->emplace(name.text()).second;
    if (!is_new) {
      return fail(at, Errc::duplicate_key,
                  "duplicate member key " + quoted(name.text()) + " in a keyed map");
    }
  }
  if (marks.attached && !numbered &&
      !repair(at, Errc::invalid_item_id, "a row with ^ starts with @" + std::to_string(index))) {
    return false;
  }
  const bool has_bodies = marks.attached || numbered;
  const std::size_t first_extra = extras_.size();
  const std::size_t first_marker = markers_.size();
  for (std::uint32_t i = 0; marks.attached && i < columns.cells; ++i) {
    if (ValueAccess::cell_mark(values_[base + i]) == CellMark::attached)
      markers_.push_back({i, false});
  }
  const RowPlace place{line, index, indent, base, first_marker, first_extra};
  ++depth_;  // the record; the header was checked for it
  if (emit_ != nullptr) {
    if (state.keyed) {
      emit_->text.key(name, index == 0);
    } else if (index != 0) {
      emit_->out.put(',');
    }
    if (!has_bodies) {
      emit_record(columns, base, marks);
    } else if (!emit_record_with_bodies(state, place)) {
      return false;
    }
    values_.shrink(base);
  } else {
    if (has_bodies && !attachments(state, place)) return false;
    Value made;
    if (columns.flat && !marks.missing && !state.keyed && extras_.size() == first_extra)
        [[likely]] {
      made = maker_.object(columns.shape, values_.from(base));
      if (!maker_.ok()) return fail_maker(at);
    } else if (!assemble(state, base, first_extra, at, made)) {
      return false;
    }
    values_.shrink(base);
    values_.push(made);
  }
  --depth_;
  markers_.resize(first_marker);
  extras_.resize(first_extra);
  return true;
}

/// Constant columns let a short text say a lot: two bytes may stand for a record of
/// thousands of values. What they add is limited in proportion to the text.
bool Reader::count_constants(const Columns& columns, const char* at) {
  constant_values_ += columns.columns.size() - columns.cells;
  const std::uint64_t limit = 4'000'000 + 32 * static_cast<std::uint64_t>(text_end_ - text_);
  if (constant_values_ <= limit) return true;
  return fail(at, Errc::limit_exceeded,
              "constant columns stand for more than " + std::to_string(limit) + " values");
}

/// All cells of a row onto the value stack; `p` is left at the end of the line.
///
/// Cells end where a bit of `ends` says so; each of its bits is a separator or a control
/// character in the 64 bytes from `block` on.
bool Reader::cells(TableState& state, const char*& p, RowMarks& marks) {
  const std::uint32_t width = state.columns->cells;
  Value* const out = values_.extend(width);  // reading cells pushes nothing
  const char* const start = p;
  if (options_.lenient && *p == '|' && !skip_outer_pipe(p, width)) return false;
  const char* block = p;
  std::uint64_t ends = find_cell_ends(block);
  for (std::uint32_t i = 0;; ++i) {
    if (i == width) [[unlikely]]
      return too_many_cells(p, start, width);
    while (ends == 0) {
      block += 64;
      ends = find_cell_ends(block);
    }
    const char* const end = block + std::countr_zero(ends);
    if (common_cell(p, end, out[i], marks)) [[likely]] {
      p = end;
      ends &= ends - 1;
    } else {
      if (!cell(state, i, p, out[i])) return false;
      const CellMark mark = ValueAccess::cell_mark(out[i]);
      marks.missing |= mark == CellMark::missing;
      marks.attached |= mark == CellMark::attached;
      block = p + 1;
      if (*p == '|') ends = find_cell_ends(block);
    }
    if (*p != '|') {
      if (i + 1 == width) [[likely]]
        return true;
      return fail(
          start, Errc::row_width_mismatch,
          "the header declares " + columns_text(width) + ", this row has " + columns_text(i + 1));
    }
    ++p;
  }
}

/// Lenient, | a | b |: the outer pipes of a Markdown table add nothing.
bool Reader::skip_outer_pipe(const char*& p, std::uint32_t width) {
  const char* const end = line_end(p);
  const auto pipes = static_cast<std::uint32_t>(std::count(p, end, '|'));
  if (pipes != width + 1 || end[-1] != '|') return true;
  if (!repair(p, Errc::row_width_mismatch, "pipes around a row are left out")) return false;
  ++p;
  return true;
}

/// `p` is behind the pipe that follows the last cell.
bool Reader::too_many_cells(const char*& p, const char* start, std::uint32_t width) {
  if (options_.lenient && ends_line(p) && *start == '|') return true;  // Markdown's closing pipe
  const auto more = static_cast<std::uint64_t>(std::count(p, line_end(p), '|'));
  return fail(start, Errc::row_width_mismatch,
              "the header declares " + columns_text(width) + ", this row has " +
                  columns_text(width + 1 + more));
}

/// One cell at `p`, which is left at the `|` or the end of the line behind it.
bool Reader::cell(TableState& state, std::uint32_t index, const char*& p, Value& out) {
  while (is_blank(*p)) {
    ++p;
  }
  if (*p == '"') {
    std::string_view text;
    if (!quoted_string(p, text)) return false;
    while (is_blank(*p)) {
      ++p;
    }
    out = TreeMaker::string(text.data(), text.size());
    if (*p == '|' || ends_line(p)) return true;
    return fail(p, Errc::trailing_characters, "text behind the closing quote of a cell");
  }
  const char* const start = p;
  if (p[0] == '^' && p[1] == '{') {
    bool is_marker = false;
    if (!inline_marker(state, index, p, is_marker)) return false;
    if (is_marker) {
      out = TreeMaker::marked_cell(CellMark::attached);
      return true;
    }
  }
  p = find_cell_end(p);
  const char* end = p;
  if (*p != '|' && !ends_line(p)) [[unlikely]] {
    // A control character: a tab may stand before the separator, nothing else may.
    while (*p == '\t') {
      p = find_cell_end(p + 1);
    }
    end = p;
    while (end != start && is_blank(end[-1])) {
      --end;
    }
    const char* const control =
        std::find_if(start, end, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    if (control != end || (*p != '|' && !ends_line(p))) {
      return fail(std::min(control, p), Errc::invalid_escape,
                  "a raw control character; quote the string and escape it");
    }
  }
  while (end != start && is_blank(end[-1])) {
    --end;
  }
  if (start == end) {
    return fail(start, Errc::invalid_line,
                "a cell is empty; the empty string is written \"\", null -, an absent field ~");
  }
  CellMark mark = CellMark::none;
  if (!bare(start, end, out, mark)) return false;
  if (mark == CellMark::none) return true;
  out = TreeMaker::marked_cell(mark);
  if (mark == CellMark::attached && index < state.columns->cells) {
    const bool is_path = state.columns->column_of(index).is_path;
    if (end - start > 1 || is_path) {
      return fail(
          start, Errc::invalid_attachment_marker,
          is_path ? "a column whose name is a path holds scalars only" : "a malformed ^{...}");
    }
  }
  return true;
}

/// `^{a,b}` at `p`: declares the columns of positional bodies (GCF 7.4.5.1). A token that
/// is not complete is an ordinary string.
bool Reader::inline_marker(TableState& state, std::uint32_t index, const char*& p,
                           bool& is_marker) {
  const char* close = p + 2;
  bool in_quotes = false;
  while (!ends_line(close) && (in_quotes || (*close != '}' && *close != '|'))) {
    if (*close == '"') in_quotes = !in_quotes;
    if (in_quotes && *close == '\\' && !ends_line(close + 1)) ++close;
    ++close;
  }
  if (*close != '}' || in_quotes) return true;
  const char* behind = close + 1;
  while (is_blank(*behind))
    ++behind;
  if (*behind != '|' && !ends_line(behind)) return true;
  if (index < state.columns->cells && state.columns->column_of(index).is_path) {
    return fail(p, Errc::invalid_attachment_marker,
                "a column whose name is a path holds scalars only");
  }

  const char* const start = p;
  std::vector<KeyRef> keys;
  p += 2;
  const auto malformed = [&] {
    return fail(start, Errc::invalid_attachment_marker,
                "^{...} lists names separated by commas; quote the string if it is one");
  };
  ShapeCursor cursor = shapes_.begin();
  while (true) {
    KeyRef name;
    if (p >= close || *p == ',' || !key(p, name, ",}")) return malformed();
    keys.push_back(name);
    if (shapes_.step(cursor, name) != ShapeTable::Step::ok) {
      return fail(start, Errc::duplicate_field_name, "a name occurs twice in ^{...}");
    }
    if (p == close) break;
    if (*p++ != ',') return malformed();
  }
  static_cast<void>(shapes_.finish(cursor));
  p = behind;
  is_marker = true;
  if (index >= state.columns->cells) return true;  // the row is too wide, and will be refused
  if (state.inline_schemas.size() <= index) state.inline_schemas.resize(state.columns->cells);
  state.inline_schemas[index] = std::move(keys);
  state.declared_inline = true;
  return true;
}

// ---- attachments ----

/// All bodies below a row: into the cells they belong to, or as extra fields.
bool Reader::attachments(TableState& state, const RowPlace& row) {
  std::size_t next_inline = row.first_marker;
  const std::size_t markers_end = markers_.size();
  ShapeCursor extras = shapes_.begin();  // only to find repetitions
  while (true) {
    Line line;
    if (!peek(line)) return false;
    if (ended_ || line.indent < row.indent || line.indent > row.indent + 1) break;
    if (*line.start == '.') {
      if (!attachment(state, line, row, extras)) return false;
      continue;
    }
    if (*line.start == '@' || (line.start[0] == '#' && line.start[1] == '#')) break;
    // A positional body fills the next marker that knows its columns.
    while (next_inline < markers_end &&
           (markers_[next_inline].filled ||
            markers_[next_inline].cell >= state.inline_schemas.size() ||
            state.inline_schemas[markers_[next_inline].cell].empty())) {
      ++next_inline;
    }
    if (next_inline == markers_end) {
      if (line.indent == row.indent) break;
      return fail(line.start, Errc::orphan_inline_attachment,
                  "a positional body without a ^ that waits for it");
    }
    Value value;
    if (!inline_body(state, line, markers_[next_inline], value)) return false;
    values_[row.base + markers_[next_inline].cell] = value;
    markers_[next_inline].filled = true;
  }
  static_cast<void>(shapes_.finish(extras));
  const auto open =
      std::find_if(markers_.begin() + static_cast<std::ptrdiff_t>(row.first_marker), markers_.end(),
                   [](const Marker& marker) { return !marker.filled; });
  if (open == markers_.end()) return true;
  return fail(row.line.start, Errc::missing_attachment,
              "a ^ of this row has no body below it (cell " + std::to_string(open->cell + 1) + ")");
}

bool Reader::attachment(TableState& state, const Line& line, const RowPlace& row,
                        ShapeCursor& extras) {
  const char* p = line.start + 1;
  const char* const end = line_end(p);
  KeyRef name;
  if (!key(p, name, "")) return false;
  if (*p != ' ' && p != end) {
    return fail(p, Errc::invalid_attachment_marker, "expected a space behind the name");
  }
  while (*p == ' ') {
    ++p;
  }
  // The marker of this field, which may be filled already.
  const std::int32_t cell = state.columns->find_cell(name.id);
  auto marker = std::lower_bound(
      markers_.begin() + static_cast<std::ptrdiff_t>(row.first_marker), markers_.end(), cell,
      [](const Marker& m, std::int32_t c) { return static_cast<std::int32_t>(m.cell) < c; });
  if (cell < 0 || marker == markers_.end() || static_cast<std::int32_t>(marker->cell) != cell) {
    marker = markers_.end();
  }
  const bool fills_cell = marker != markers_.end();
  const bool is_extra = name.text().find('>') != std::string_view::npos;
  if (!fills_cell && !is_extra) {
    return fail(line.start, Errc::orphan_attachment, "an attachment without a ^ in the row above");
  }
  if (fills_cell && marker->filled) {
    return fail(line.start, Errc::duplicate_attachment, "this field has an attachment already");
  }
  if (!fills_cell &&
      ((cell >= 0 && !state.columns->column_of(static_cast<std::uint32_t>(cell)).is_path) ||
       shapes_.step(extras, name) != ShapeTable::Step::ok)) {
    return fail(line.start, Errc::duplicate_attachment,
                "field " + quoted(name.text()) + " occurs twice in this row");
  }
  if (*p == '=' && !is_extra) {
    return fail(p, Errc::invalid_attachment_marker, "a scalar belongs into the row's cell");
  }
  const auto marker_index = static_cast<std::size_t>(marker - markers_.begin());
  Value value;
  if (!attached_value(state, name, p, end, row, value)) return false;
  if (fills_cell) {
    values_[row.base + markers_[marker_index].cell] = value;
    markers_[marker_index].filled = true;
  } else {
    values_.push(value);
    extras_.push_back(name);
  }
  return true;
}

/// The body of a field behind its name, at `p`: {}, [N] or =scalar.
bool Reader::attached_value(TableState& state, const KeyRef& name, const char* p, const char* end,
                            const RowPlace& row, Value& out) {
  const unsigned body_indent = row.indent + 2;
  if (*p == '=') {
    if (!scalar(p + 1, end, out)) return false;
    if (emit_ != nullptr) emit_->text.scalar(out);
    finish_line(end);
    return true;
  }
  if (*p == '{') {
    const char* rest = p + 2;
    while (rest < end && is_blank(*rest))
      ++rest;
    if (p[1] != '}' || rest != end) {
      return fail(p, Errc::invalid_attachment_marker, "an attached object is written .name {}");
    }
    finish_line(end);
    return members(body_indent, out);
  }
  if (*p != '[') {
    return fail(p, Errc::invalid_attachment_marker, "an attachment is {} or [N] behind its name");
  }
  return array_or_map(p, end, {Opening::attachment, body_indent, &state, &name, row.index == 0},
                      out);
}

bool Reader::inline_body(TableState& state, const Line& line, const Marker& marker, Value& out) {
  const auto& keys = state.inline_schemas[marker.cell];  // its cells declare none
  const std::size_t base = values_.size();
  ShapeCursor cursor = shapes_.begin();
  const char* p = line.start;
  for (std::size_t i = 0;; ++i) {
    Value value;
    const char* const at = p;
    if (!cell(state, state.columns->cells, p, value)) return false;
    const CellMark mark = ValueAccess::cell_mark(value);
    if (mark == CellMark::missing) {
      return fail(at, Errc::invalid_missing, "~ is not legal in a positional body");
    }
    if (mark == CellMark::attached) {
      return fail(at, Errc::invalid_attachment_marker, "^ is not legal in a positional body");
    }
    if (i < keys.size()) {
      values_.push(value);
      static_cast<void>(shapes_.step(cursor, keys[i]));
    }
    if (*p == '|') {
      ++p;
      if (i + 1 < keys.size()) continue;
    } else if (i + 1 == keys.size()) {
      break;
    }
    return fail(line.start, Errc::inline_width_mismatch,
                "the schema of this body declares " + columns_text(keys.size()));
  }
  finish_line(p);
  out = maker_.object(shapes_.finish(cursor), values_.from(base));
  values_.shrink(base);
  return maker_.ok() || fail_maker(line.start);
}

}  // namespace laconic::gcf

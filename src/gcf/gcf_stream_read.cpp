// gcf_stream_read.cpp - the generic profile from pieces of text, as events.
//
// Lines are read by the same code as whole payloads are. What differs is who holds the
// open containers: not the call stack but `frames`. Before that code is called, all lines
// it can look at are there: the line itself, and for a row or item with bodies everything
// up to the first line that cannot belong to it.
//
// Keys, shapes and values of what was read stay in the maker, so maker and reader are
// replaced from time to time, and the columns of the open table move over.
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <laconic/stream.hpp>

#include "gcf/gcf_read.hpp"
#include "text/utf8.hpp"

namespace laconic::gcf {

using detail::KeyRef;
using detail::TreeMaker;

namespace {

constexpr std::size_t padding = 64;
// Text between two renewals of the maker: much cheaper than the text, and little memory.
constexpr std::uint64_t renewal_bytes = std::uint64_t{256} << 10;

}  // namespace

struct StreamReading {
  explicit StreamReading(const StreamReaderOptions& given)
      : limits(given), maker(new TreeMaker(given.max_depth)) {
    options.max_depth = given.max_depth;
    options.complete = given.complete;
    reader.reset(new Reader("\n", 0, *maker, options, nullptr));
    reserve(4096);
  }

  // ---- input ----

  void reserve(std::size_t wanted) {
    if (wanted + padding <= capacity) return;
    capacity = std::max(wanted + padding, capacity * 2);
    std::unique_ptr<char[]> more(new char[capacity]);
    if (size != 0) std::memcpy(more.get(), data.get(), size);
    data = std::move(more);
  }

  void feed(std::string_view bytes) {
    if (finished || bytes.empty()) return;
    if (size + bytes.size() + padding > capacity) {
      // Moving is paid for by the bytes that are gone.
      const std::size_t gone = std::min(used, size);
      if (gone >= size - gone) {
        std::memmove(data.get(), data.get() + gone, size - gone);
        base += gone;
        size -= gone;
        used -= gone;
        lines_end -= std::min(lines_end, gone);
        valid_until -= std::min(valid_until, gone);
        scan_at -= std::min(scan_at, gone);
      }
      reserve(size + bytes.size());
    }
    std::memcpy(data.get() + size, bytes.data(), bytes.size());
    const std::size_t newline = bytes.rfind('\n');
    if (newline != std::string_view::npos) lines_end = size + newline + 1;
    size += bytes.size();
    std::memset(data.get() + size, 0, padding);
    last_byte = bytes.back();
  }

  void finish() {
    if (finished) return;
    finished = true;
    std::memset(data.get() + size, 0, padding);
    data[size] = '\n';
    lines_end = size;
  }

  // ---- looking ahead ----

  enum class Look : std::uint8_t { ready, wait, end, failed };

  [[nodiscard]] std::size_t at(const char* p) const noexcept {
    return static_cast<std::size_t>(p - data.get());
  }

  bool fail(Errc code, std::uint64_t offset, std::string detail) {
    error = {code, offset, std::move(detail)};
    failed = true;
    return false;
  }
  bool fail_reader() {
    error = reader->error();
    error.offset += base;
    failed = true;
    return false;
  }

  /// Lines are checked as they are reached, whatever pieces they came in.
  bool check_utf8(std::size_t end) {
    if (end <= valid_until) return true;
    const std::string_view text(data.get() + valid_until, end - valid_until);
    if (!is_utf8(text)) {
      return fail(Errc::invalid_utf8, base + valid_until + first_bad_utf8(text),
                  "the text is not UTF-8 here");
    }
    valid_until = end;
    return true;
  }

  bool check_length(std::size_t start, std::size_t end) {
    if (end - start <= limits.max_unit_bytes) return true;
    return fail(Errc::size_exceeded, base + start,
                "a line, row or item is longer than the limit of " +
                    std::to_string(limits.max_unit_bytes) + " bytes");
  }

  /// Behind the line that starts at `start`, but not behind the text.
  [[nodiscard]] std::size_t behind_line(const char* start) const noexcept {
    const auto* newline = static_cast<const char*>(
        std::memchr(start, '\n', static_cast<std::size_t>(data.get() + size + 1 - start)));
    return std::min(at(newline) + 1, size);
  }

  /// The next line with content from `from` on, complete with its end. `from` moves over
  /// lines that say nothing.
  Look find_line(std::size_t& from, Line& line, bool& is_odd) {
    LineCursor cursor;
    cursor.reset(data.get() + std::min(from, lines_end), data.get() + lines_end);
    const LineState state = cursor.peek(line);
    is_odd = state == LineState::tab_indentation || state == LineState::odd_indentation;
    if (state != LineState::end) {
      from = at(line.raw);
      return check_utf8(behind_line(line.raw)) ? Look::ready : Look::failed;
    }
    from = lines_end;
    if (!check_utf8(lines_end)) return Look::failed;
    if (finished) return Look::end;
    return check_length(lines_end, size) ? Look::wait : Look::failed;
  }

  /// The next line, for the reader to read.
  Look look(Line& line) {
    bool is_odd = false;
    const Look found = find_line(used, line, is_odd);
    if (found == Look::failed || found == Look::wait) return found;
    if (found == Look::ready && !check_length(used, behind_line(line.raw))) return Look::failed;
    reader->text_ = data.get();
    reader->text_end_ = data.get() + lines_end;
    reader->lines_.reset(data.get() + used, reader->text_end_);
    return found;
  }

  void consumed() {
    const std::size_t before = used;
    used = at(reader->lines_.position());
    since_renewal += used - before;
  }

  /// Whether all lines are there that the row or item at `first` may look at. `ends` says
  /// of a line whether it can no longer belong to it.
  template <class Ends>
  Look look_behind(const Line& first, Ends ends) {
    if (!scanning) {
      scanning = true;
      scan_at = behind_line(first.start);
      bodies = 0;
    }
    while (true) {
      Line line;
      bool is_odd = false;
      const Look found = find_line(scan_at, line, is_odd);
      if (found == Look::failed) return found;
      if (!check_length(used, std::max(used, scan_at))) return Look::failed;
      if (found == Look::wait) return found;
      if (found == Look::end || is_odd || ends(line)) {
        scanning = false;
        return Look::ready;
      }
      scan_at = behind_line(line.raw);
    }
  }

  Look look_behind_row(const Line& row) {
    const char* const end = reader->line_end(row.start);
    const auto markers = static_cast<std::size_t>(std::count(row.start, end, '^'));
    if (markers == 0 && *row.start != '@') return Look::ready;
    return look_behind(row, [&](const Line& line) {
      if (line.indent < row.indent) return true;
      if (line.indent > row.indent + 1 || *line.start == '.') return false;
      if (*line.start == '@' || (line.start[0] == '#' && line.start[1] == '#')) return true;
      return ++bodies > markers;  // each marker takes one positional body at most
    });
  }

  Look look_behind_item(const Line& item) {
    const char* p = item.start + 1;
    while (*p >= '0' && *p <= '9')
      ++p;
    while (*p == ' ')
      ++p;
    if (*p == '=') return Look::ready;
    return look_behind(item, [&](const Line& line) { return line.indent <= item.indent; });
  }

  /// A grouped table is read as a whole.
  Look look_behind_section(const Line& section) {
    const char* const end = reader->line_end(section.start);
    const std::string_view text(section.start, static_cast<std::size_t>(end - section.start));
    if (text.find("} group=") == std::string_view::npos) return Look::ready;
    return look_behind(section, [&](const Line& line) {
      return line.indent != section.indent || (line.start[0] == '#' && line.start[1] == '#');
    });
  }

  // ---- frames ----

  struct Frame {
    Suspension::Kind kind;
    unsigned indent;                        // of members
    std::unordered_set<std::string> names;  // of members, or keys of a keyed map
    OpenArray array;
    std::uint64_t count_offset = 0;  // of the brackets in the whole text
    std::vector<char> header = {};   // the brackets and columns, padded
  };

  /// Reads the columns of the frame's table from its copy of the header.
  bool load_columns(Frame& frame, TableState& state) {
    Reader& r = *reader;
    const char* const text = std::exchange(r.text_, frame.header.data());
    const char* const text_end =
        std::exchange(r.text_end_, frame.header.data() + frame.header.size() - padding);
    const char* p = frame.header.data();
    Bracket count;
    const char* const end = r.line_end(p);
    const bool ok = r.bracket(p, end, count) && r.column_list(p, end, !count.keyed, state.own) &&
                    r.plan_columns(state.own, count.keyed ? 1 : 0);
    r.text_ = text;
    r.text_end_ = text_end;
    state.columns = &state.own;
    state.keyed = count.keyed;
    if (count.keyed) state.streamed_keys = &frame.names;
    frame.array.state = &state;
    return ok;
  }

  bool intern(const KeyRef& old, KeyRef& out) { return reader->intern(old.data, old.size, out); }

  /// A new maker and a new reader, which goes on where the old one was.
  bool renew() {
    since_renewal = 0;
    std::unique_ptr<TreeMaker> old_maker(
        std::exchange(maker, std::make_unique<TreeMaker>(limits.max_depth)));
    std::unique_ptr<Reader> old(
        std::exchange(reader, std::make_unique<Reader>(data.get(), 0, *maker, options, nullptr)));
    Reader& r = *reader;
    r.depth_ = old->depth_;
    r.deferred_ = std::move(old->deferred_);
    r.identity_columns_ = old->identity_columns_;
    r.trailer_seen_ = old->trailer_seen_;
    r.after_table_ = old->after_table_;
    r.after_inline_ = old->after_inline_;
    if (frames.empty() || frames.back().kind != Suspension::table) return true;
    Frame& frame = frames.back();
    const TableState& before = *frame.array.state;
    TableState& state = r.next_state();
    if (!load_columns(frame, state)) return fail_reader();
    frame.array.map = r.shapes_.begin();
    state.declared_inline = before.declared_inline;
    state.inline_schemas.resize(before.inline_schemas.size());
    for (std::size_t i = 0; i < before.inline_schemas.size(); ++i) {
      for (const KeyRef& key : before.inline_schemas[i]) {
        if (!intern(key, state.inline_schemas[i].emplace_back())) return fail_reader();
      }
    }
    for (const auto& [id, shared] : before.shared) {
      KeyRef field{};
      auto made = std::make_unique<Columns>();
      made->columns = shared->columns;
      for (Column& column : made->columns) {
        if (!intern(KeyRef(column.key), column.key)) return fail_reader();
      }
      if (!intern(old->shapes_.key_of(id), field) || !r.plan_columns(*made, 0)) {
        return fail_reader();
      }
      state.shared[field.id] = std::move(made);
    }
    return true;
  }

  bool open_object(unsigned indent) {
    if (!reader->enter(reader->lines_.position())) return fail_reader();
    reader->after_table_ = false;
    frames.push_back({Suspension::object, indent, {}, {}});
    event.type = Event::Type::begin_object;
    return true;
  }

  /// Takes over the container whose header the reader has just read.
  bool open(const Suspension& opened, unsigned indent) {
    if (opened.kind == Suspension::object) return open_object(indent + 1);
    Reader& r = *reader;
    frames.push_back({opened.kind,
                      indent,
                      {},
                      {opened.state, opened.count, opened.opening, 0, {}},
                      base + at(opened.count.at)});
    Frame& frame = frames.back();
    if (opened.kind == Suspension::table) {
      ++r.states_in_use_;  // it was released, but is still in use
      const char* const start = opened.count.at;
      frame.header.assign(start, r.line_end(start));
      frame.header.push_back('\n');
      frame.header.resize(frame.header.size() - 1 + padding);
      if (!load_columns(frame, *opened.state)) return fail_reader();
      columns.clear();
      for (const Column& column : opened.state->own.columns)
        columns.push_back(column.key.text());
    }
    if (!r.open_array(frame.array)) return fail_reader();
    const bool is_table = opened.kind == Suspension::table;
    event.type = is_table ? Event::Type::begin_table : Event::Type::begin_items;
    if (is_table) event.columns = columns;
    event.keyed = opened.count.keyed;
    event.deferred = opened.count.deferred;
    event.count = opened.count.count;
    return true;
  }

  void take_value(Event::Type type) {
    event.type = type;
    event.value = reader->values_[reader->values_.size() - 1];
    reader->values_.shrink(reader->values_.size() - 1);
  }

  // ---- events ----

  /// Each of these makes one event, or leaves `more`; false is an error.
  bool header() {
    if (!finished && lines_end == 0) return check_length(0, size);
    const std::size_t end = behind_line(data.get());
    if (!check_utf8(end) || !check_length(0, end)) return false;
    reader->text_ = data.get();
    reader->text_end_ = data.get() + lines_end;
    if (!reader->header()) return fail_reader();
    if (reader->graph_ != nullptr) {
      reader->fail(reader->graph_ + 4, Errc::unsupported,
                   "the graph profile is not read from streams");
      return fail_reader();
    }
    const char* const text_end = reader->line_end(data.get());
    event.text = {data.get(), at(text_end)};
    event.type = Event::Type::header;
    consumed();
    phase = Phase::start;
    return true;
  }

  bool start() {
    Line line;
    const Look found = look(line);
    if (found == Look::wait) return true;
    Reader& r = *reader;
    if (found == Look::failed) return false;
    if (!r.peek(line)) return fail_reader();
    if (!r.ended_ && line.indent != 0) {
      r.fail(line.start, Errc::invalid_indent, "the first line may not be indented");
      return fail_reader();
    }
    const char* behind = line.start + (r.ended_ ? 0 : 2);
    while (!r.ended_ && *behind == ' ')
      ++behind;
    const bool anonymous = !r.ended_ && std::memcmp(line.start, "## ", 3) == 0 && *behind == '[';
    if (!r.ended_ && *line.start == '=') {
      const char* const end = r.line_end(line.start);
      if (!r.scalar(line.start + 1, end, event.value)) return fail_reader();
      r.finish_line(end);
      event.type = Event::Type::member;
      is_scalar = true;
      phase = Phase::tail;
    } else if (anonymous) {
      const Look all = look_behind_section(line);
      if (all != Look::ready) return all == Look::wait;
      const char* const end = r.line_end(line.start);
      Suspension opened;
      r.suspension_ = &opened;
      const bool ok = r.array_or_map(behind, end, {Opening::root, 0}, event.value);
      r.suspension_ = nullptr;
      if (!ok) return fail_reader();
      phase = opened.kind == Suspension::nothing ? Phase::tail : Phase::body;
      event.type = Event::Type::member;
      if (opened.kind != Suspension::nothing && !open(opened, 0)) return false;
    } else {
      if (!open_object(0)) return false;
      phase = Phase::body;
    }
    consumed();
    return true;
  }

  void close_frame(Event::Type type) {
    event.type = type;
    frames.pop_back();
    if (frames.empty()) phase = Phase::tail;
  }

  bool object() {
    Frame& frame = frames.back();
    Line line;
    const Look found = look(line);
    if (found == Look::wait) return true;
    Reader& r = *reader;
    if (found == Look::failed) return false;
    if (!r.peek(line)) return fail_reader();
    const bool is_section = !r.ended_ && *line.start == '#';
    const bool is_trailer = is_section && std::memcmp(line.start, "##!", 3) == 0;
    if (r.ended_ || line.indent < frame.indent ||
        (is_trailer && line.indent == frame.indent && frame.indent == 0)) {
      r.leave();
      r.after_table_ = false;
      close_frame(Event::Type::end_object);
      return true;
    }
    if (line.indent > frame.indent) {
      r.fail(line.start, Errc::invalid_indent,
             "this line is indented, but nothing above it opens a level");
      return fail_reader();
    }
    if (is_trailer) {
      r.fail(line.start, Errc::invalid_line, "the trailer may not be indented");
      return fail_reader();
    }
    Reader::Members members{r.shapes_.begin()};
    members.streamed = &frame.names;
    event.named = true;
    if (!is_section) {
      if (!r.member(line, members)) return fail_reader();
      take_value(Event::Type::member);
    } else {
      const Look all = look_behind_section(line);
      if (all != Look::ready) return all == Look::wait;
      Suspension opened;
      r.suspension_ = &opened;
      const bool ok = r.section(line, members);
      r.suspension_ = nullptr;
      if (!ok) return fail_reader();
      take_value(Event::Type::member);
      if (opened.kind != Suspension::nothing && !open(opened, line.indent)) return false;
    }
    event.name = members.last.text();
    consumed();
    return true;
  }

  /// A count that is wrong is found at the end, and reported where the count stands.
  bool fail_count(const Frame& frame) {
    fail_reader();
    error.offset = frame.count_offset;
    return false;
  }

  bool table() {
    Frame& frame = frames.back();
    OpenArray& array = frame.array;
    Line line;
    const Look found = look(line);
    if (found == Look::wait) return true;
    if (found == Look::failed) return false;
    Reader& r = *reader;
    const Reader::Next next = r.next_row(array, line);
    if (next == Reader::Next::failed) return fail_reader();
    event.count = array.found;
    event.keyed = array.state->keyed;
    if (next == Reader::Next::end) {
      array.count.at = r.text_;
      if (!r.close_table(array, line)) return fail_count(frame);
      r.release_state();
      close_frame(Event::Type::end_table);
      return true;
    }
    const Look all = look_behind_row(line);
    if (all != Look::ready) return all == Look::wait;
    r.constant_values_ = 0;  // the rows before this one are gone
    if (!r.row(*array.state, line, array.found, array.opening.rows_indent, array.map)) {
      return fail_reader();
    }
    ++array.found;
    take_value(Event::Type::row);
    if (event.keyed) event.key = array.state->row_key.text();
    consumed();
    return true;
  }

  bool items() {
    Frame& frame = frames.back();
    OpenArray& array = frame.array;
    Line line;
    const Look found = look(line);
    if (found == Look::wait) return true;
    if (found == Look::failed) return false;
    Reader& r = *reader;
    const Reader::Next next = r.next_item(array, line);
    if (next == Reader::Next::failed) return fail_reader();
    event.count = array.found;
    if (next == Reader::Next::end) {
      array.count.at = r.text_;
      if (!r.close_items(array)) return fail_count(frame);
      close_frame(Event::Type::end_items);
      return true;
    }
    const Look all = look_behind_item(line);
    if (all != Look::ready) return all == Look::wait;
    if (!r.item(line, array.found, array.opening.rows_indent)) return fail_reader();
    ++array.found;
    take_value(Event::Type::item);
    consumed();
    return true;
  }

  bool tail() {
    Line line;
    const Look found = look(line);
    if (found == Look::wait) return true;
    if (found == Look::failed) return false;
    Reader& r = *reader;
    if (!r.peek(line)) return fail_reader();
    if (r.ended_) return end();
    if (std::memcmp(line.start, "##!", 3) == 0 && line.indent == 0) {
      const Look all = look_behind(line, [](const Line&) { return true; });
      if (all != Look::ready) return all == Look::wait;
      event.text = {line.start, static_cast<std::size_t>(r.line_end(line.start) - line.start)};
      if (!r.trailer(line)) return fail_reader();
      event.type = Event::Type::trailer;
      consumed();
      return true;
    }
    if (is_scalar) {
      r.fail(line.start, Errc::trailing_characters, "text behind the root value");
    } else {
      r.fail(line.start, Errc::count_mismatch, "more lines than the header counts");
    }
    return fail_reader();
  }

  bool end() {
    event.type = Event::Type::end;
    event.trailer_missing = !reader->deferred_.empty() && !reader->trailer_seen_;
    if (options.complete && event.trailer_missing) {
      return fail(Errc::unexpected_end, base + size,
                  "the stream has no trailer, so it may have been cut off");
    }
    if (options.complete && last_byte != '\n') {
      return fail(Errc::unexpected_end, base + size,
                  "the last line has no end, so the text may have been cut off");
    }
    phase = Phase::done;
    return true;
  }

  bool step() {
    switch (phase) {
      case Phase::header: return header();
      case Phase::start: return start();
      case Phase::tail: return tail();
      case Phase::done: return end();
      case Phase::body: break;
    }
    switch (frames.back().kind) {
      case Suspension::table: return table();
      case Suspension::items: return items();
      default: return object();
    }
  }

  Event next() {
    event = {};
    // A scan that waits for more has nothing to lose by this, and rows that were given
    // out are no longer in use.
    if (!failed && since_renewal >= renewal_bytes) renew();
    if (!failed) step();
    if (failed) {
      event = {};
      event.type = Event::Type::error;
      event.error = &error;
    }
    if (event.type == Event::Type::more) event = {};
    return event;
  }

  enum class Phase : std::uint8_t { header, start, body, tail, done };

  StreamReaderOptions limits;
  DecodeOptions options;
  std::unique_ptr<TreeMaker> maker;
  std::unique_ptr<Reader> reader;
  std::uint64_t since_renewal = 0;

  std::unique_ptr<char[]> data;
  std::size_t capacity = 0;
  std::size_t size = 0;
  std::size_t used = 0;         // what was read
  std::size_t lines_end = 0;    // behind the last complete line
  std::size_t valid_until = 0;  // what is known to be UTF-8
  std::uint64_t base = 0;       // of the buffer in the whole text
  bool finished = false;
  char last_byte = '\n';

  bool scanning = false;  // a row or item waits for its last line
  std::size_t scan_at = 0;
  std::size_t bodies = 0;

  Phase phase = Phase::header;
  bool is_scalar = false;
  std::vector<Frame> frames;
  std::vector<std::string_view> columns;
  Event event;
  Error error{Errc::invalid_line, 0, {}};
  bool failed = false;
};

struct StreamReader::Impl : StreamReading {
  using StreamReading::StreamReading;
};

StreamReader::StreamReader(const StreamReaderOptions& options) : impl_(new Impl(options)) {}
StreamReader::StreamReader(StreamReader&& other) noexcept
    : impl_(std::exchange(other.impl_, nullptr)) {}
StreamReader& StreamReader::operator=(StreamReader&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}
StreamReader::~StreamReader() {
  delete impl_;
}

void StreamReader::feed(std::string_view bytes) {
  impl_->feed(bytes);
}
void StreamReader::finish() {
  impl_->finish();
}
Event StreamReader::next() {
  return impl_->next();
}

}  // namespace laconic::gcf

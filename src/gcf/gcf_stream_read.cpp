// gcf_stream_read.cpp - payloads from pieces of text, as events.
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
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include <laconic/gcf_session.hpp>
#include <laconic/stream.hpp>

#include "gcf/gcf_graph_lines.hpp"
#include "gcf/gcf_read.hpp"
#include "gcf/gcf_session_access.hpp"
#include "gcf/gcf_stream_input.hpp"

namespace laconic::gcf {

using detail::KeyRef;
using detail::TreeMaker;

namespace {

// Text between two renewals of the maker: much cheaper than the text, and little memory.
constexpr std::uint64_t renewal_bytes = std::uint64_t{256} << 10;

}  // namespace

struct StreamReading {
  using Look = StreamInput::Look;

  explicit StreamReading(const StreamReaderOptions& given)
      : limits(given), maker(new TreeMaker(given.max_depth)), input(given.max_unit_bytes) {
    options.max_depth = given.max_depth;
    options.complete = given.complete;
    reader.reset(new Reader("\n", 0, *maker, options, nullptr));
  }

  void feed(std::string_view bytes) {
    const std::size_t gone = input.feed(bytes);
    scan_at -= std::min(scan_at, gone);
  }

  bool fail(Error fault, Location location) {
    error = std::move(fault);
    place = location;
    failed = true;
    return false;
  }
  bool fail_input() { return fail(input.error(), input.place(input.error().offset)); }
  bool fail_reader() {
    Error fault = reader->error();
    fault.offset = input.offset(fault.offset);
    const Location location = input.place(fault.offset);
    return fail(std::move(fault), location);
  }

  // ---- looking ahead ----

  void point_reader_at(std::size_t position) {
    reader->text_ = input.data();
    reader->text_end_ = input.lines_end();
    reader->lines_.reset(input.data() + position, reader->text_end_);
  }

  /// The next line, for the reader to read.
  Look look(Line& line) {
    bool is_odd = false;
    const Look found = input.content(input.used, false, line, is_odd);
    if (found == Look::failed) fail_input();
    if (found == Look::ready || found == Look::end) point_reader_at(input.used);
    return found;
  }

  void consumed() {
    const std::size_t before = input.used;
    input.used = input.at(reader->lines_.position());
    since_renewal += input.used - before;
  }

  /// Whether all lines are there that the row or item at `first` may look at. `ends` says
  /// of a line whether it can no longer belong to it.
  template <class Ends>
  Look look_behind(const Line& first, Ends ends) {
    if (!scanning) {
      scanning = true;
      scan_at = input.behind_line(first.start);
      bodies = 0;
    }
    while (true) {
      Line line;
      bool is_odd = false;
      const Look found = input.content(scan_at, true, line, is_odd);
      if (found == Look::wait) return found;
      if (found == Look::end || (found == Look::ready && (is_odd || ends(line)))) {
        scanning = false;
        return Look::ready;
      }
      if (found == Look::ready) scan_at = input.behind_line(line.raw);
      if (found == Look::failed || !input.check_unit(scan_at)) {
        fail_input();
        return Look::failed;
      }
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
    Location count_place{0, 0};
    std::vector<char> header = {};  // the brackets and columns, padded
  };

  /// Reads the columns of the frame's table from its copy of the header.
  bool load_columns(Frame& frame, TableState& state) {
    Reader& r = *reader;
    const char* const text = std::exchange(r.text_, frame.header.data());
    const char* const text_end =
        std::exchange(r.text_end_, frame.header.data() + frame.header.size() - stream_padding);
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
        std::exchange(reader, std::make_unique<Reader>(input.data(), 0, *maker, options, nullptr)));
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
                      input.offset(input.at(opened.count.at))});
    Frame& frame = frames.back();
    frame.count_place = input.place(frame.count_offset);
    if (opened.kind == Suspension::table) {
      ++r.states_in_use_;  // it was released, but is still in use
      const char* const start = opened.count.at;
      frame.header.assign(start, r.line_end(start));
      frame.header.push_back('\n');
      frame.header.resize(frame.header.size() - 1 + stream_padding);
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
    std::string_view line;
    const Look found = input.line(line);
    if (found == Look::wait) return true;
    if (found == Look::failed) return fail_input();
    point_reader_at(0);
    if (!reader->header()) return fail_reader();
    event.text = line;
    event.type = Event::Type::header;
    if (reader->graph_ != nullptr) return graph_header(line);
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
    return fail({reader->error().code, frame.count_offset, reader->error().detail},
                frame.count_place);
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

  bool fail_at_end(const char* detail) {
    return fail({Errc::unexpected_end, input.end_offset(), detail},
                input.place(input.end_offset()));
  }

  bool end() {
    event.type = Event::Type::end;
    event.trailer_missing = !reader->deferred_.empty() && !reader->trailer_seen_;
    if (options.complete && event.trailer_missing) {
      return fail_at_end("the stream has no trailer, so it may have been cut off");
    }
    if (options.complete && !input.ends_line()) {
      return fail_at_end("the last line has no end, so the text may have been cut off");
    }
    phase = Phase::done;
    return true;
  }

  // ---- the graph profile ----

  /// What a session knows may change between two calls, but not during one.
  [[nodiscard]] SessionLock lock_session() const {
    return limits.session == nullptr ? SessionLock() : SessionAccess::lock(*limits.session);
  }

  bool graph_header(std::string_view line) {
    const SessionLock lock = lock_session();
    graph.emplace(options,
                  limits.session == nullptr ? nullptr : &SessionAccess::known(*limits.session));
    header_text = line;
    if (!graph->header(line, 0)) return fail_graph();
    event.payload = &graph->head();
    input.used = input.behind_line(input.data());
    phase = Phase::graph;
    return true;
  }

  /// The place may lie far back, where the header or the section of the edges stands.
  bool fail_graph() {
    const std::uint64_t offset = graph->error().offset;
    if (offset <= header_text.size()) return fail(graph->error(), locate(header_text, offset));
    if (offset >= input.offset(input.used)) return fail(graph->error(), input.place(offset));
    return fail(graph->error(), {edges_place.line, edges_place.column + (offset - edges_offset)});
  }

  bool graph_line() {
    const SessionLock lock = lock_session();
    while (event.type == Event::Type::more) {
      if (!graph->notes.empty()) {
        warn();
        break;
      }
      if (graph_ready != Event::Type::more) {
        give_graph_line();
        break;
      }
      std::string_view line;
      const Look found = input.line(line);
      if (found == Look::wait) break;
      if (found == Look::failed) return fail_input();
      if (found == Look::end) return graph_end();
      switch (graph->line(line, input.offset(input.used))) {
        case GraphLines::Found::failed: return fail_graph();
        case GraphLines::Found::symbol: graph_ready = Event::Type::symbol; break;
        case GraphLines::Found::edge: graph_ready = Event::Type::edge; break;
        case GraphLines::Found::trailer:
          graph_ready = Event::Type::trailer;
          trailer_text = line;
          break;
        case GraphLines::Found::nothing: break;
      }
      if (line.starts_with("## edges")) {
        edges_offset = input.offset(input.used);
        edges_place = input.place(edges_offset);
      }
      input.used = input.behind_line(line.data());
    }
    return true;
  }

  /// Warnings come in front of what they are about.
  void warn() {
    GraphNote& note = graph->notes.front();
    warning = {note.code, note.offset, std::move(note.text)};
    graph->notes.clear();  // a line makes one at most
    event.type = Event::Type::warning;
    event.error = &warning;
    event.place = input.place(warning.offset);
  }

  void give_graph_line() {
    event.type = std::exchange(graph_ready, Event::Type::more);
    if (event.type == Event::Type::symbol) {
      event.symbol = &graph->symbol;
      event.id = graph->id;
      event.count = graph->symbols() - 1;
    } else if (event.type == Event::Type::edge) {
      event.edge = &graph->edge;
      event.count = graph->edges() - 1;
    } else {
      event.text = trailer_text;
    }
  }

  bool graph_end() {
    if (!graph->finish(input.end_offset(), input.ends_line())) return fail_graph();
    graph->notes.clear();  // the flag says it
    if (limits.session != nullptr && graph->session()) {
      if (auto learned = SessionAccess::learn(*limits.session, graph->declared); !learned) {
        return fail(learned.error(), {0, 0});
      }
    }
    phase = Phase::graph_done;
    return graph_done();
  }

  bool graph_done() {
    event.type = Event::Type::end;
    event.trailer_missing = graph->trailer_missing();
    return true;
  }

  bool step() {
    switch (phase) {
      case Phase::header: return header();
      case Phase::start: return start();
      case Phase::tail: return tail();
      case Phase::done: return end();
      case Phase::graph: return graph_line();
      case Phase::graph_done: return graph_done();
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
      event.place = place;
    }
    if (event.type == Event::Type::more) event = {};
    return event;
  }

  enum class Phase : std::uint8_t { header, start, body, tail, done, graph, graph_done };

  StreamReaderOptions limits;
  DecodeOptions options;
  std::unique_ptr<TreeMaker> maker;
  std::unique_ptr<Reader> reader;
  std::uint64_t since_renewal = 0;

  StreamInput input;
  bool scanning = false;  // a row or item waits for its last line
  std::size_t scan_at = 0;
  std::size_t bodies = 0;

  Phase phase = Phase::header;
  bool is_scalar = false;
  std::vector<Frame> frames;
  std::vector<std::string_view> columns;
  Event event;
  Error error{Errc::invalid_line, 0, {}};
  Location place{0, 0};
  bool failed = false;

  std::optional<GraphLines> graph;
  Event::Type graph_ready = Event::Type::more;  // read, but a warning comes first
  Error warning{Errc::invalid_line, 0, {}};
  std::string header_text;
  std::string_view trailer_text;
  std::uint64_t edges_offset = 0;  // of the last section of edges
  Location edges_place{0, 0};
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
  impl_->input.finish();
}
Event StreamReader::next() {
  return impl_->next();
}

}  // namespace laconic::gcf

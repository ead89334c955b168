// gcf_read.hpp - the reader of the generic profile.
//
// Recursive descent over lines, bounded by the depth limit. Functions return false when
// `error_` was set. A pointer into the text is the only position there is.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <laconic/gcf.hpp>

#include "gcf/gcf_columns.hpp"
#include "gcf/gcf_header.hpp"
#include "gcf/gcf_lines.hpp"
#include "value/json_text.hpp"
#include "value/store.hpp"
#include "value/value_stack.hpp"

namespace laconic::gcf {

using detail::JsonSink;

/// `[N]`, `[N:]`, `[?]` or `[?:]`.
struct Bracket {
  const char* at = nullptr;
  std::uint64_t count = 0;
  bool deferred = false;
  bool keyed = false;
};

/// What a bracket opens: where it stands decides what may follow it.
struct Opening {
  enum Kind : std::uint8_t { root, section, inline_list, attachment, item };
  Kind kind;
  unsigned rows_indent;  // of rows and items
  // Of an attachment: the table and the field it belongs to, for shared schemas.
  struct TableState* outer = nullptr;
  const detail::KeyRef* field = nullptr;
  bool first_row = false;

  /// Nothing but its own rows or items can stand at that indentation.
  [[nodiscard]] bool owns_indent() const noexcept { return kind == attachment || kind == item; }
};

/// What is special about a row.
struct RowMarks {
  bool missing = false;
  bool attached = false;
};

/// A row whose bodies are being read.
struct RowPlace {
  const Line& line;
  std::uint64_t index;
  unsigned indent;
  std::size_t base;          // of its cells on the value stack
  std::size_t first_marker;  // of its markers
  std::size_t first_extra;   // of its fields that are no column
};

/// State of a table that is being read. Schemas live and die with it (GCF 7.4.5).
struct TableState {
  Columns own;  // unless the columns are a shared schema of the outer table
  const Columns* columns = nullptr;
  bool keyed = false;
  std::vector<std::vector<detail::KeyRef>> inline_schemas;             // by cell
  std::unordered_map<std::uint32_t, std::unique_ptr<Columns>> shared;  // by key id
  bool declared_inline = false;
  // Of a keyed map that is streamed: its keys so far, and the one of the last row.
  std::unordered_set<std::string>* streamed_keys = nullptr;
  detail::KeyRef row_key{};
};

/// A table or an array of items whose elements are being read.
struct OpenArray {
  TableState* state;  // null: items
  Bracket count;
  Opening opening;
  std::size_t slot;  // of its count among the deferred ones
  detail::ShapeCursor map;
  std::uint64_t found = 0;
};

/// Where a streaming reader took over: a container whose header was just read.
struct Suspension {
  enum Kind : std::uint8_t { nothing, object, table, items };
  Kind kind = nothing;
  TableState* state = nullptr;
  Bracket count;
  Opening opening{Opening::root, 0};
};

/// A `^` that waits for its body.
struct Marker {
  std::uint32_t cell;
  bool filled;
};

class Reader {
 public:
  /// With a sink, the payload is written there as minified JSON as it is read, and no
  /// values are kept; the root that `read` gives back then means nothing.
  Reader(const char* text, std::size_t size, detail::TreeMaker& maker, const DecodeOptions& options,
         JsonSink* sink) noexcept
      : text_(text),
        text_end_(text + size),
        maker_(maker),
        shapes_(maker.shapes()),
        options_(options),
        emit_(sink) {}

  /// Reads the payload; false means `error()`.
  bool read(Value& root);
  [[nodiscard]] const Error& error() const noexcept { return error_; }

 private:
  friend struct StreamReading;  // reads the same lines, but lets go between them

  // gcf_read.cpp: the payload, objects, arrays
  bool header();
  bool find_header_leniently(const char*& start);
  bool body(Value& out);
  bool graph(Value& root);  // gcf_graph_read.cpp
  bool trailer(const Line& line);
  bool check_trailer(const HeaderPairs& pairs, const char* at);
  bool members(unsigned indent, Value& out);
  /// An object in the making: its keys, and whether any was written.
  struct Members {
    detail::ShapeCursor cursor;
    bool first = true;
    detail::KeyRef last{};                                // the name of the last member
    std::unordered_set<std::string>* streamed = nullptr;  // all names, in a stream
  };
  bool member(const Line& line, Members& object);
  bool section(const Line& line, Members& object);
  bool add_key(const detail::KeyRef& name, const char* at, Members& object);
  /// A scalar or a list is complete: keeps it, or writes it.
  void deliver(const Value& value) {
    if (emit_ == nullptr) {
      values_.push(value);
    } else {
      emit_->text.value(value);
    }
  }
  bool check_depth(std::size_t levels, const char* at);
  bool stray_line(const Line& line);
  bool array_or_map(const char* p, const char* end, const Opening& opening, Value& out);
  bool declared_table(const char* p, const char* end, const Bracket& count, const Opening& opening,
                      Value& out);
  bool list(const char* p, const char* end, const Bracket& count, Value& out);
  bool expanded(const Bracket& count, const Opening& opening, Value& out);
  /// What the line that follows is to an open array.
  enum class Next : std::uint8_t { element, end, failed };
  bool open_array(OpenArray& array);
  Next next_item(const OpenArray& array, Line& line);
  bool close_items(const OpenArray& array);
  bool item(const Line& line, std::uint64_t index, unsigned indent);

  // gcf_read_table.cpp: rows and attachments
  bool table(TableState& state, const Bracket& count, const Opening& opening, Value& out);
  Next next_row(const OpenArray& array, Line& line);
  bool close_table(const OpenArray& array, const Line& line);
  [[nodiscard]] bool is_surplus_row(const TableState& state, const Line& line,
                                    const Opening& opening) const;
  bool row(TableState& state, const Line& line, std::uint64_t index, unsigned indent,
           detail::ShapeCursor& map);
  bool count_constants(const Columns& columns, const char* at);
  bool row_index(const Line& line, std::uint64_t index, const char*& p);
  bool cells(TableState& state, const char*& p, RowMarks& marks);
  bool skip_outer_pipe(const char*& p, std::uint32_t width);
  bool too_many_cells(const char*& p, const char* start, std::uint32_t width);
  bool cell(TableState& state, std::uint32_t index, const char*& p, Value& out);
  bool inline_marker(TableState& state, std::uint32_t index, const char*& p, bool& is_marker);
  bool attachments(TableState& state, const RowPlace& row);
  bool attachment(TableState& state, const Line& line, const RowPlace& row,
                  detail::ShapeCursor& extras);
  bool attached_value(TableState& state, const detail::KeyRef& name, const char* p, const char* end,
                      const RowPlace& row, Value& out);
  bool inline_body(TableState& state, const Line& line, const Marker& marker, Value& out);

  // gcf_read_record.cpp: from cells to a record, or to its JSON
  bool assemble(const TableState& state, std::size_t base, std::size_t first_extra, const char* at,
                Value& out);
  bool assemble_path(const Columns& columns, std::uint32_t node, std::size_t base, Value& out,
                     bool& present);
  bool assemble_node(const Columns& columns, std::uint32_t node, std::size_t base, Value& out,
                     bool& present);
  void emit_record(const Columns& columns, std::size_t base, const RowMarks& marks);
  void emit_simple_record(const Columns& columns, const Value* cells, std::size_t row_bytes);
  bool emit_record_with_bodies(TableState& state, const RowPlace& row);
  bool emit_next_body(TableState& state, const detail::KeyRef& name, const RowPlace& row,
                      bool first, bool& written);
  bool emit_member(const Columns& columns, std::uint32_t node, std::size_t base, bool first);
  void emit_object(const Columns& columns, std::uint32_t node, std::size_t base);
  /// What all leaves below a node have in common.
  enum class Leaves : std::uint8_t { mixed, missing, null };
  [[nodiscard]] Leaves leaves_of(const Columns& columns, std::uint32_t node, std::size_t base);

  // gcf_read_grouped.cpp
  bool grouped(TableState& state, const Bracket& count, const detail::KeyRef& group, const char* at,
               unsigned indent, Value& out);
  bool group_header(const Line& line, const detail::KeyRef& group, Value& value,
                    std::uint64_t& rows);
  bool grouped_row(TableState& state, const Line& line, std::uint32_t key_cell, std::string& key);

  // gcf_read_scalar.cpp: scalars, keys, brackets, column lists
  bool scalar(const char* start, const char* end, Value& out);
  bool quoted_string(const char*& p, std::string_view& out);
  bool bare(const char* start, const char* end, Value& out, detail::CellMark& mark);
  bool key(const char*& p, detail::KeyRef& out, const char* stops);
  bool bracket(const char*& p, const char* line_end, Bracket& out);
  bool column_list(const char*& p, const char* line_end, bool constants, Columns& out);
  bool plan_columns(Columns& columns, std::size_t first);
  void plan_leaves(std::vector<PlanNode>& plan, std::uint32_t node);
  static std::size_t frame_bytes_of(const Columns& columns) noexcept;

  // lines
  [[nodiscard]] bool peek(Line& line);
  /// Points at the newline or the carriage return before it.
  [[nodiscard]] const char* line_end(const char* start) const noexcept;
  void finish_line(const char* from) noexcept;
  [[nodiscard]] bool at_end() const noexcept { return ended_; }

  // failure, and repair in lenient mode
  bool fail(const char* at, Errc code, std::string detail);
  /// True when lenient: the fault is noted and reading goes on.
  bool repair(const char* at, Errc code, std::string_view detail);
  bool fail_maker(const char* at);
  bool intern(const char* text, std::size_t size, detail::KeyRef& out);
  [[nodiscard]] std::uint64_t offset(const char* p) const noexcept {
    return p > text_end_ ? static_cast<std::uint64_t>(text_end_ - text_)
                         : static_cast<std::uint64_t>(p - text_);
  }
  bool enter(const char* at);
  void leave() noexcept { --depth_; }
  TableState& next_state();
  void release_state() noexcept { --states_in_use_; }

  const char* text_;
  const char* text_end_;
  detail::TreeMaker& maker_;
  detail::ShapeTable& shapes_;
  const DecodeOptions& options_;
  LineCursor lines_;
  const char* graph_ = nullptr;  // the header of a graph payload
  bool ended_ = false;
  unsigned depth_ = 0;
  detail::ValueStack values_;  // children that wait for their container
  std::vector<Marker> markers_;
  std::vector<detail::KeyRef> extras_;  // attachments that are no column; their values are the last
  std::vector<std::unique_ptr<TableState>> states_;  // by nesting of tables, reused
  std::size_t states_in_use_ = 0;
  std::vector<std::uint64_t> deferred_;  // real counts of `[?]`, in document order
  bool identity_columns_ = false;        // the header names a key: `@id` is legal
  bool trailer_seen_ = false;
  bool after_table_ = false;   // the last member was a table, which is now full
  bool after_inline_ = false;  // and its rows had positional bodies
  std::size_t repairs_ = 0;
  std::uint64_t constant_values_ = 0;
  JsonSink* emit_;                    // not null: what is read now is written, not kept
  Suspension* suspension_ = nullptr;  // not null: containers are opened, but not read
  Error error_{Errc::invalid_line, 0, {}};
};

}  // namespace laconic::gcf

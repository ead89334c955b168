// gcf_read_record.cpp - from the cells of a row to a record, or straight to its JSON.
#include <cstring>
#include <utility>

#include "gcf/gcf_read.hpp"
#include "gcf/gcf_scalar.hpp"
#include "text/simd.hpp"

namespace laconic::gcf {

using detail::CellMark;
using detail::KeyRef;
using detail::ShapeCursor;
using detail::ValueAccess;

namespace {

bool is_missing(const Value& cell) noexcept {
  return ValueAccess::cell_mark(cell) == CellMark::missing;
}

}  // namespace

// ---- records as values ----

Reader::Leaves Reader::leaves_of(const Columns& columns, std::uint32_t node, std::size_t base) {
  const PlanNode& self = columns.plan[node];
  if (self.first_child == 0) {
    const Value& cell = values_[base + static_cast<std::size_t>(self.cell)];
    if (!cell.is_null()) return Leaves::mixed;
    return is_missing(cell) ? Leaves::missing : Leaves::null;
  }
  const Leaves first = leaves_of(columns, self.first_child, base);
  for (std::uint32_t child = columns.plan[self.first_child].next;
       child != 0 && first != Leaves::mixed; child = columns.plan[child].next) {
    if (leaves_of(columns, child, base) != first) return Leaves::mixed;
  }
  return first;
}

/// The value of a node of the plan; not `present` when it is absent.
bool Reader::assemble_node(const Columns& columns, std::uint32_t node, std::size_t base, Value& out,
                           bool& present) {
  const PlanNode& self = columns.plan[node];
  if (self.column >= 0) {
    out = columns.columns[static_cast<std::size_t>(self.column)].constant;
    return true;
  }
  if (self.first_child == 0) {
    out = values_[base + static_cast<std::size_t>(self.cell)];
    present = !is_missing(out);
    return true;
  }
  const std::size_t first = values_.size();
  ShapeCursor cursor = shapes_.begin();
  for (std::uint32_t child = self.first_child; child != 0; child = columns.plan[child].next) {
    Value value;
    bool child_present = true;
    if (!assemble_node(columns, child, base, value, child_present)) return false;
    if (!child_present) continue;
    values_.push(value);
    static_cast<void>(shapes_.step(cursor, columns.plan[child].key));  // unique by the header
  }
  // An inner object all of whose leaves are missing does not arise.
  present = values_.size() != first;
  const detail::Shape* shape = shapes_.finish(cursor);
  if (present) out = maker_.object(shape, values_.from(first));
  values_.shrink(first);
  return maker_.ok();
}

/// The object of a top-level path, which may be absent or null as a whole (GCF 7.4.6.2).
bool Reader::assemble_path(const Columns& columns, std::uint32_t node, std::size_t base, Value& out,
                           bool& present) {
  const PlanNode& self = columns.plan[node];
  if (self.leaf_shape != nullptr) {
    // Leaves side by side: if none is missing, they are the object as they stand.
    std::uint32_t missing = 0;
    std::uint32_t nulls = 0;
    for (std::uint32_t i = 0; i < self.leaf_count; ++i) {
      const Value& cell = values_[base + self.first_cell + i];
      missing += is_missing(cell) ? 1 : 0;
      nulls += cell.is_null() ? 1 : 0;
    }
    present = missing != self.leaf_count;
    if (!present) return true;
    if (missing == 0) {
      if (nulls != self.leaf_count) {
        out = maker_.object(self.leaf_shape, values_.from(base + self.first_cell));
      }
      return maker_.ok();
    }
  }
  const Leaves leaves = leaves_of(columns, node, base);
  present = leaves != Leaves::missing;
  return leaves != Leaves::mixed || assemble_node(columns, node, base, out, present);
}

bool Reader::assemble(const TableState& state, std::size_t base, std::size_t first_extra,
                      const char* at, Value& out) {
  const Columns& columns = *state.columns;
  const std::size_t extras = extras_.size() - first_extra;
  const std::size_t extra_values = values_.size() - extras;
  const std::size_t first = values_.size();
  ShapeCursor cursor = shapes_.begin();
  for (std::uint32_t node = columns.plan[0].first_child; node != 0;
       node = columns.plan[node].next) {
    const PlanNode& self = columns.plan[node];
    Value value;
    bool present = true;
    if (self.first_child != 0) {
      if (!assemble_path(columns, node, base, value, present)) return fail_maker(at);
    } else if (self.cell >= 0) {
      value = values_[base + static_cast<std::size_t>(self.cell)];
      present = !is_missing(value);
    } else {
      value = columns.columns[static_cast<std::size_t>(self.column)].constant;
    }
    if (!present) continue;
    values_.push(value);
    static_cast<void>(shapes_.step(cursor, self.key));  // unique by the header
  }
  for (std::size_t i = 0; i < extras; ++i) {
    values_.push(values_[extra_values + i]);
    static_cast<void>(shapes_.step(cursor, extras_[first_extra + i]));  // checked when read
  }
  out = maker_.object(shapes_.finish(cursor), values_.from(first));
  return maker_.ok() || fail_maker(at);
}

// ---- records as JSON ----

/// Writes the object of an inner node of the plan.
void Reader::emit_object(const Columns& columns, std::uint32_t node, std::size_t base) {
  emit_->out.put('{');
  bool first = true;
  for (std::uint32_t child = columns.plan[node].first_child; child != 0;
       child = columns.plan[child].next) {
    const PlanNode& self = columns.plan[child];
    if (self.first_child == 0) {
      const Value& value = values_[base + static_cast<std::size_t>(self.cell)];
      if (is_missing(value)) continue;
      emit_->text.key(self.key, first);
      emit_->text.scalar(value);
    } else {
      // An inner object all of whose leaves are missing does not arise.
      if (leaves_of(columns, child, base) == Leaves::missing) continue;
      emit_->text.key(self.key, first);
      emit_object(columns, child, base);
    }
    first = false;
  }
  emit_->out.put('}');
}

/// Writes a member of the record; false when it is absent.
inline bool Reader::emit_member(const Columns& columns, std::uint32_t node, std::size_t base,
                                bool first) {
  const PlanNode& self = columns.plan[node];
  if (self.first_child == 0) {
    const Value& value = self.cell >= 0
                             ? values_[base + static_cast<std::size_t>(self.cell)]
                             : columns.columns[static_cast<std::size_t>(self.column)].constant;
    if (is_missing(value)) return false;
    emit_->text.key(self.key, first);
    emit_->text.value(value);
    return true;
  }
  // GCF 7.4.6.2: the whole object may be absent, or null.
  const Leaves leaves = leaves_of(columns, node, base);
  if (leaves == Leaves::missing) return false;
  emit_->text.key(self.key, first);
  if (leaves == Leaves::null) {
    emit_->out.put_literal("null");
  } else {
    emit_object(columns, node, base);
  }
  return true;
}

namespace {

/// Writes into room that was reserved for a whole record, without looking at its end again;
/// rare values take the ordinary way and then reserve anew.
class RecordText {
 public:
  RecordText(JsonSink& sink, std::size_t bytes)
      : sink_(sink), bytes_(bytes), p_(sink.out.reserve(bytes)) {}
  RecordText(const RecordText&) = delete;
  RecordText& operator=(const RecordText&) = delete;
  ~RecordText() { sink_.out.advance_to(p_); }

  void put(char c) noexcept { *p_++ = c; }
  void key(const KeyRef& k, bool first) noexcept {
    *p_ = ',';
    p_ += first ? 0 : 1;
    simd::copy(p_, k.data - 1, k.size + 3);  // it is kept with its quotes and its colon
    p_ += k.size + 3;
  }
  void null() noexcept {
    std::memcpy(p_, "null", 4);
    p_ += 4;
  }
  void scalar(const Value& v) noexcept {
    if (v.is_string()) return string(v);
    if (v.is_null()) return null();
    if (v.kind() == Kind::boolean) {
      const bool is_true = v.boolean();
      std::memcpy(p_, is_true ? "true" : "fals", 4);
      p_[4] = 'e';
      p_ += is_true ? 4 : 5;
      return;
    }
    const std::string_view lexeme = v.lexeme();
    if (lexeme.empty()) return slowly(v);
    simd::copy(p_, lexeme.data(), lexeme.size());
    p_ += lexeme.size();
  }

 private:
  void string(const Value& v) noexcept {
    const std::string_view text = v.string();
    *p_ = '"';
    for (std::size_t i = 0; i < text.size(); i += simd::width) {
      const auto bytes = simd::Bytes::load(text.data() + i);
      bytes.store(p_ + 1 + i);
      const auto special = (bytes.is('"') | bytes.is('\\') | bytes.at_most(0x1F)).mask();
      if (special.below(text.size() - i).any()) return slowly(v);
    }
    p_ += text.size() + 2;
    p_[-1] = '"';
  }
  void slowly(const Value& v) noexcept {
    sink_.out.advance_to(p_);
    sink_.text.scalar(v);
    p_ = sink_.out.reserve(bytes_);
  }

  JsonSink& sink_;
  std::size_t bytes_;
  char* p_;
};

}  // namespace

/// Writes a record whose cells took `row_bytes` of text; see Columns::frame_bytes.
void Reader::emit_simple_record(const Columns& columns, const Value* cells, std::size_t row_bytes) {
  RecordText text(*emit_, columns.frame_bytes + row_bytes);
  text.put('{');
  bool first = true;
  const PlanNode* const plan = columns.plan.data();
  for (std::uint32_t node = plan[0].first_child; node != 0; node = plan[node].next) {
    const PlanNode& self = plan[node];
    if (self.first_child == 0) {
      const Value& value = cells[self.cell];
      if (is_missing(value)) continue;
      text.key(self.key, first);
      text.scalar(value);
      first = false;
      continue;
    }
    // GCF 7.4.6.2: the whole object may be absent, or null.
    const Value* const leaves = cells + self.first_cell;
    std::uint32_t missing = 0;
    std::uint32_t nulls = 0;
    for (std::uint32_t i = 0; i < self.leaf_count; ++i) {
      missing += is_missing(leaves[i]) ? 1 : 0;
      nulls += leaves[i].is_null() ? 1 : 0;
    }
    if (missing == self.leaf_count) continue;
    text.key(self.key, first);
    first = false;
    if (nulls == self.leaf_count && missing == 0) {
      text.null();
      continue;
    }
    text.put('{');
    bool first_leaf = true;
    for (std::uint32_t i = 0; i < self.leaf_count; ++i) {
      if (is_missing(leaves[i])) continue;
      text.key(self.leaf_shape->keys[i], first_leaf);
      text.scalar(leaves[i]);
      first_leaf = false;
    }
    text.put('}');
  }
  text.put('}');
}

void Reader::emit_record(const Columns& columns, std::size_t base, const RowMarks& marks) {
  emit_->out.put('{');
  bool first = true;
  if (columns.flat && !marks.missing) {
    const detail::Shape& shape = *columns.shape;
    const Value* cell = values_.from(base + columns.cells - shape.size);  // behind a map's key
    for (std::uint32_t i = 0; i < shape.size; ++i) {
      emit_->text.key(shape.keys[i], i == 0);
      emit_->text.scalar(cell[i]);
    }
  } else {
    for (std::uint32_t node = columns.plan[0].first_child; node != 0;
         node = columns.plan[node].next) {
      if (emit_member(columns, node, base, first)) first = false;
    }
  }
  emit_->out.put('}');
}

/// Writes the body of a field right where the field stands, if it is the next one below
/// the row: canonical text has bodies in the order of their columns.
bool Reader::emit_next_body(TableState& state, const KeyRef& name, const RowPlace& row, bool first,
                            bool& written) {
  Line line;
  if (!peek(line)) return false;
  const char* p = line.start + 1;
  if (ended_ || line.indent != row.indent || *line.start != '.' ||
      !simd::equal(p, name.data, name.size) || p[name.size] != ' ' || !is_bare_key(name.text())) {
    return true;
  }
  p += name.size + 1;
  if (*p != '[' && *p != '{') return true;
  emit_->text.key(name, first);
  Value unused;
  written = true;
  return attached_value(state, name, p, line_end(p), row, unused);
}

bool Reader::emit_record_with_bodies(TableState& state, const RowPlace& row) {
  const Columns& columns = *state.columns;
  std::size_t marker = row.first_marker;
  const std::size_t markers_end = markers_.size();
  bool in_order = true;
  bool first = true;
  // Bodies out of order, positional ones and those that are no column are kept until
  // their place comes.
  const auto read_rest = [&] {
    JsonSink* const sink = std::exchange(emit_, nullptr);
    const bool ok = attachments(state, row);
    emit_ = sink;
    in_order = false;
    return ok;
  };
  emit_->out.put('{');
  for (std::uint32_t node = columns.plan[0].first_child; node != 0;
       node = columns.plan[node].next) {
    const PlanNode& self = columns.plan[node];
    if (in_order && marker < markers_end &&
        self.cell == static_cast<std::int32_t>(markers_[marker].cell)) {
      bool written = false;
      if (!emit_next_body(state, self.key, row, first, written)) return false;
      if (written) {
        markers_[marker++].filled = true;
        first = false;
        continue;
      }
      if (!read_rest()) return false;
    }
    if (emit_member(columns, node, row.base, first)) first = false;
  }
  if (in_order && !read_rest()) return false;
  const std::size_t extras = extras_.size() - row.first_extra;
  for (std::size_t i = 0; i < extras; ++i) {
    emit_->text.key(extras_[row.first_extra + i], first);
    first = false;
    emit_->text.value(values_[values_.size() - extras + i]);
  }
  emit_->out.put('}');
  return true;
}

}  // namespace laconic::gcf

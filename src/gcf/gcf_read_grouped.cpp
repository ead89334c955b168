// gcf_read_grouped.cpp - tables with value grouping (GCF 7.4.8).
//
//     ## [3]{@id,name,dept} group=dept
//     dept=Sales [2]                      the cell of dept is left out of the rows below
//     u1|Alice
//     u2|Bob
//     dept=Support [1]
//     u3|Eve
//
// Inside a group, the group column is a constant column.
#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "gcf/gcf_read.hpp"
#include "text/escape.hpp"

namespace laconic::gcf {

using detail::CellMark;
using detail::KeyRef;
using detail::ValueAccess;

namespace {

/// A text that two scalars share exactly when they are equal.
std::string identity_of(const Value& v) {
  switch (v.kind()) {
    case Kind::null: return "-";
    case Kind::boolean: return v.boolean() ? "true" : "false";
    case Kind::string: return "\"" + std::string(v.string());
    case Kind::integer: return std::to_string(v.integer());
    default: {
      const double real = v.real();
      if (real >= -0x1p63 && real < 0x1p63 &&
          real == static_cast<double>(static_cast<std::int64_t>(real))) {
        return std::to_string(static_cast<std::int64_t>(real));
      }
      return std::string(reinterpret_cast<const char*>(&real), sizeof real);
    }
  }
}

}  // namespace

bool Reader::group_header(const Line& line, const KeyRef& group, Value& value,
                          std::uint64_t& rows) {
  const char* const end = line_end(line.start);
  const auto malformed = [&](const char* detail) {
    return fail(line.start, Errc::invalid_group_header, detail);
  };
  constexpr const char* form = "a group starts with a line such as dept=Sales [2]";
  const char* p = line.start;
  KeyRef name;
  if (*p == '"') {
    if (!key(p, name, "=")) return false;
  } else {
    const char* const equals = std::find(p, end, '=');
    if (!intern(p, static_cast<std::size_t>(equals - p), name)) return false;
    p = equals;
  }
  if (*p != '=') return malformed(form);
  if (name.id != group.id) return malformed("this line is not about the group column");
  // The count stands behind the last " [".
  const char* open = end;
  while (open != p && !(open[0] == '[' && open[-1] == ' '))
    --open;
  if (open == p || end[-1] != ']') return malformed(form);
  Bracket count;
  const char* q = open;
  if (!bracket(q, end, count)) return false;
  if (q != end || count.deferred || count.keyed) return malformed(form);
  if (count.count == 0) return fail(open, Errc::invalid_count, "a group has at least one row");
  rows = count.count;
  const char* start = p + 1;
  const char* stop = open - 1;
  while (start != stop && *start == ' ')
    ++start;
  while (stop != start && stop[-1] == ' ')
    --stop;
  CellMark mark = CellMark::none;
  if (start != stop && *start != '"' && !bare(start, stop, value, mark)) return false;
  if (start == stop || mark != CellMark::none) {
    return fail(start, Errc::invalid_const_value, "a group needs a value, which may not be ~ or ^");
  }
  if (!scalar(start, stop, value)) return false;
  finish_line(end);
  return true;
}

bool Reader::grouped_row(TableState& state, const Line& line, std::uint32_t key_cell,
                         std::string& key) {
  const std::size_t base = values_.size();
  const char* p = line.start;
  RowMarks marks;
  if (!cells(state, p, marks)) return false;
  if (marks.attached) {
    return fail(line.start, Errc::invalid_group_header,
                "rows of a grouped table have no attachments");
  }
  if (ValueAccess::cell_mark(values_[base + key_cell]) == CellMark::missing) {
    return fail(line.start, Errc::invalid_group_header, "this row has no key");
  }
  key = identity_of(values_[base + key_cell]);
  finish_line(p);
  if (!count_constants(*state.columns, line.start)) return false;
  Value made;
  if (!assemble(state, base, extras_.size(), line.start, made)) return false;
  values_.shrink(base);
  values_.push(made);
  return true;
}

bool Reader::grouped(TableState& state, const Bracket& count, const KeyRef& group, const char* at,
                     unsigned indent, Value& out) {
  auto& columns = state.own.columns;
  Column* group_column = nullptr;
  const Column* key_column = nullptr;
  for (Column& column : columns) {
    if (column.is_identity) {
      if (key_column != nullptr || column.is_constant) {
        return fail(column.at, Errc::invalid_group_header,
                    "a grouped table has exactly one @ column");
      }
      key_column = &column;
    }
    if (column.key.id == group.id) group_column = &column;
  }
  if (key_column == nullptr) {
    return fail(at, Errc::invalid_group_header, "a grouped table has exactly one @ column");
  }
  if (group_column == nullptr || group_column == key_column || group_column->is_constant) {
    return fail(at, Errc::invalid_group_header,
                "the group column must be declared, and be neither the @ column nor a constant");
  }
  group_column->is_constant = true;
  group_column->is_path = false;
  state.own.has_constant = true;
  if (!plan_columns(state.own, 0)) return false;
  if (!enter(at)) return false;

  JsonSink* const sink = std::exchange(emit_, nullptr);  // built first, written at the end
  const std::size_t first = values_.size();
  const std::size_t slot = deferred_.size();
  if (count.deferred) deferred_.push_back(0);
  std::unordered_set<std::string> groups;
  std::unordered_set<std::string> keys;
  std::uint64_t found = 0;
  Line line;
  const auto row_follows = [&] {
    return !ended_ && line.indent == indent && !(line.start[0] == '#' && line.start[1] == '#');
  };
  while (count.deferred || found < count.count) {
    if (!peek(line)) return false;
    if (!row_follows()) break;
    const Line header_line = line;
    Value value;
    std::uint64_t rows = 0;
    if (!group_header(line, group, value, rows)) return false;
    if (!groups.insert(identity_of(value)).second) {
      return fail(header_line.start, Errc::duplicate_group, "this group occurred before");
    }
    group_column->constant = value;
    if (!count.deferred && rows > count.count - found) {
      return fail(header_line.start, Errc::count_mismatch,
                  "the groups have more rows than the header counts");
    }
    for (std::uint64_t i = 0; i < rows; ++i) {
      if (!peek(line)) return false;
      if (!row_follows()) {
        return fail(line.start, Errc::count_mismatch,
                    "the group counts " + std::to_string(rows) + " rows, the text has " +
                        std::to_string(i));
      }
      std::string key;
      if (!grouped_row(state, line, key_column->cell, key)) return false;
      if (!keys.insert(std::move(key)).second) {
        return fail(line.start, Errc::duplicate_key, "the key of this row occurred before");
      }
    }
    found += rows;
  }
  if (!count.deferred && found != count.count) {
    return fail(line.start, Errc::count_mismatch,
                "the header counts " + std::to_string(count.count) + " rows, the groups have " +
                    std::to_string(found));
  }
  leave();
  if (count.deferred) deferred_[slot] = found;
  after_table_ = true;
  after_inline_ = false;
  out = maker_.array(values_.from(first), values_.size() - first);
  values_.shrink(first);
  if (!maker_.ok()) return fail_maker(at);
  emit_ = sink;
  if (emit_ != nullptr) emit_->text.value(out);
  return true;
}

}  // namespace laconic::gcf

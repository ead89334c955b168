// gcf_stream_write.cpp - the generic profile, written row by row (GCF 8).
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <laconic/stream.hpp>

#include "gcf/gcf_columns.hpp"
#include "gcf/gcf_stream_text.hpp"
#include "gcf/gcf_write.hpp"
#include "text/escape.hpp"

namespace laconic::gcf {
namespace {

// What readers accept unless told otherwise: the root, sections, a table and its record.
constexpr std::size_t deepest = 512;

}  // namespace

struct StreamWriter::Impl {
  Impl(Sink sink, const StreamWriterOptions& given)
      : options(given), text(sink, given.buffer_bytes, given.round_numbers) {
    text.out.put_literal("GCF profile=generic\n");
    objects.emplace_back();
  }

  /// An object whose members are being written: the root, or a section.
  struct Object {
    std::unordered_set<std::string> names;
    bool has_table = false;  // at this level: members would read as its rows
  };

  /// What takes the next line.
  enum class Open : std::uint8_t { object, table, items };

  Result<Done> fail(Errc code, std::string detail) { return text.fail(code, std::move(detail)); }

  void indent() {
    for (std::size_t i = 1; i < objects.size(); ++i)
      text.out.put_literal("  ");
  }

  /// Whether anything may be written now.
  Result<Done> ready() {
    if (text.failed()) return text.error();
    if (closed) return fail(Errc::bad_usage, "the stream is closed");
    return Done{};
  }

  /// Whether a member called `name` may start now.
  Result<Done> start(std::string_view name, bool is_line) {
    if (auto ok = ready(); !ok) return ok;
    if (open != Open::object)
      return fail(Errc::bad_usage, "a table or array is open; end it first");
    if (root_is_array) return fail(Errc::bad_usage, "the root is an array and has no members");
    if (is_line && objects.back().has_table) {
      return fail(Errc::bad_usage, "member " + quoted(name) +
                                       " comes behind a table of its object, where it would "
                                       "read as a row; write members first");
    }
    if (!is_utf8(name)) return fail(Errc::invalid_utf8, "a name is not UTF-8");
    if (!objects.back().names.emplace(name).second) {
      return fail(Errc::duplicate_key, "member " + quoted(name) + " occurs twice in one object");
    }
    return Done{};
  }

  Result<Done> start_root() {
    if (auto ok = ready(); !ok) return ok;
    if (open != Open::object || root_is_array || objects.size() > 1 ||
        !objects.back().names.empty()) {
      return fail(Errc::bad_usage, "the root has begun already; an array inside it needs a name");
    }
    return Done{};
  }

  /// Whether a value fits into a cell. The common kinds do without a call.
  [[nodiscard]] static bool is_plain(const Value& value) noexcept {
    return value.is_scalar() && value.kind() != Kind::big_number;
  }

  Result<Done> check_scalar(const Value& value) {
    if (is_plain(value)) return Done{};
    if (!value.is_scalar()) {
      return fail(Errc::not_representable, "a stream holds scalars, this is an " +
                                               std::string(name_of(value.kind())) +
                                               "; write nested data as a whole");
    }
    Output nowhere{Output::Counting{}};
    ScalarWriter trial(nowhere, false, options.round_numbers);
    trial.scalar(value, Place::cell);
    if (trial.out_of_range().is_null()) return Done{};
    return text.fail(out_of_range_error(value.lexeme(), 0));
  }

  Result<Done> check_columns(std::span<const std::string_view> names,
                             const std::string_view* label) {
    if (names.empty()) {
      return label == nullptr ? fail(Errc::no_bare_column, "a table needs at least one column")
                              : fail(Errc::malformed_header_field,
                                     "a keyed map needs at least two fields: the key and one more");
    }
    if (names.size() + (label == nullptr ? 0 : 1) > max_columns) {
      return fail(Errc::limit_exceeded,
                  "more than " + std::to_string(max_columns) + " columns in one table");
    }
    columns.clear();
    by_name.clear();
    if (label != nullptr) columns.emplace_back(*label);
    columns.insert(columns.end(), names.begin(), names.end());
    heads.assign(columns.size() * simd::width, '\0');
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string& name = columns[i];
      name.copy(heads.data() + i * simd::width, simd::width);
      if (!is_utf8(name)) return fail(Errc::invalid_utf8, "the name of a column is not UTF-8");
      if (name.find('>') != std::string::npos) {
        return fail(Errc::invalid_key,
                    "column " + quoted(name) + ": a name with > would read as a path");
      }
      if (!by_name.emplace(name, i).second) {
        return fail(Errc::duplicate_field_name, "column " + quoted(name) + " occurs twice");
      }
    }
    return Done{};
  }

  /// Whether an array or map may start here, with its elements.
  Result<Done> start_array(const std::string_view* name) {
    if (auto ok = name != nullptr ? start(*name, false) : start_root(); !ok) return ok;
    if (objects.size() + 2 > deepest) {
      return fail(Errc::depth_exceeded,
                  "nested deeper than the limit of " + std::to_string(deepest) + " levels");
    }
    return Done{};
  }

  void put_array_name(const std::string_view* name) {
    indent();
    text.out.put_literal("## ");
    if (name != nullptr) {
      text.name(*name);
      text.out.put(' ');
    }
  }

  /// The header is written; elements or nothing may follow.
  Result<Done> array_begun(const std::string_view* name, Open what) {
    open = what;
    root_is_array = name == nullptr;
    objects.back().has_table = true;
    counts.push_back(0);
    return text.line_done();
  }

  Result<Done> begin_items(const std::string_view* name) {
    if (auto ok = start_array(name); !ok) return ok;
    put_array_name(name);
    text.out.put_literal("[?]\n");
    return array_begun(name, Open::items);
  }

  Result<Done> begin_table(const std::string_view* name, const std::string_view* label,
                           std::span<const std::string_view> names) {
    if (auto ok = start_array(name); !ok) return ok;
    if (auto ok = check_columns(names, label); !ok) return ok;
    put_array_name(name);
    if (label != nullptr) {
      text.out.put_literal("[?:]{");
    } else {
      text.out.put_literal("[?]{");
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i != 0) text.out.put(',');
      text.name(columns[i]);
    }
    text.out.put_literal("}\n");
    keyed = label != nullptr;
    keys.clear();
    return array_begun(name, Open::table);
  }

  /// Looked at for each row, so without a Result.
  [[nodiscard]] bool in_open_table() const noexcept {
    return open == Open::table && !closed && !text.failed();
  }
  Result<Done> refuse_row() {
    if (auto ok = ready(); !ok) return ok;
    return fail(Errc::bad_usage, "no table is open for a row");
  }

  Result<Done> check_key(const Value* key) {
    if (key == nullptr || !key->is_string()) {
      return fail(Errc::invalid_key,
                  "the key of a keyed map is a string" +
                      (key == nullptr ? ", and this row has none"
                                      : ", not a " + std::string(name_of(key->kind()))));
    }
    if (options.check_keys && !keys.emplace(key->string()).second) {
      return fail(Errc::duplicate_key,
                  "key " + quoted(key->string()) + " occurs twice in a keyed map");
    }
    return Done{};
  }

  /// The lookup of a field, which mostly stands where it stood in the columns.
  [[nodiscard]] std::size_t find_column(std::string_view name, std::size_t likely) const {
    if (likely < columns.size() && columns[likely] == name) return likely;
    const auto known = by_name.find(name);
    return known == by_name.end() ? columns.size() : known->second;
  }

  /// Keys of documents are followed by a vector of padding, and so are the columns' heads.
  [[nodiscard]] bool is_column(std::size_t index, std::string_view name) const noexcept {
    const std::string& column = columns[index];
    if (column.size() != name.size()) return false;
    if (name.size() > simd::width) {
      return std::memcmp(column.data(), name.data(), name.size()) == 0;
    }
    const auto head = simd::Bytes::load(heads.data() + index * simd::width);
    return !head.differs(simd::Bytes::load(name.data())).below(name.size()).any();
  }

  void put_cells(std::span<const Value> cells) {
    text.scalars.scalar(cells[0], Place::first_cell);
    for (std::size_t i = 1; i < cells.size(); ++i) {
      text.out.put('|');
      text.scalars.scalar(cells[i], Place::cell);
    }
  }

  Result<Done> row(std::span<const Value> cells) {
    if (!in_open_table()) [[unlikely]]
      return refuse_row();
    if (cells.size() != columns.size()) {
      return fail(Errc::row_width_mismatch, "the table has " + std::to_string(columns.size()) +
                                                " columns, this row has " +
                                                std::to_string(cells.size()) + " values");
    }
    // Everything is looked at before anything is written: a row is whole or not there.
    for (const Value& cell : cells) {
      if (is_plain(cell)) [[likely]]
        continue;
      if (auto ok = check_scalar(cell); !ok) return ok;
    }
    if (keyed) {
      if (auto ok = check_key(cells.data()); !ok) return ok;
    }
    put_cells(cells);
    return row_done();
  }

  Result<Done> row_done() {
    text.out.put('\n');
    ++counts.back();
    return text.line_done();
  }

  Result<Done> row(Value object) {
    if (!in_open_table()) [[unlikely]]
      return refuse_row();
    if (!object.is_object()) {
      return fail(Errc::not_representable,
                  "a row is an object, this is of kind " + std::string(name_of(object.kind())));
    }
    const auto values = object.values();
    if (values.size() == columns.size() && !keyed) {
      // Most records have all columns in order: then their values are the row.
      std::size_t same = 0;
      while (same < values.size() && is_plain(values[same]) && is_column(same, object.key(same)))
        ++same;
      if (same == values.size()) {
        put_cells(values);
        return row_done();
      }
    }
    found.assign(columns.size(), nullptr);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string_view name = object.key(i);
      const std::size_t column = find_column(name, i);
      if (column == columns.size()) {
        return fail(Errc::not_representable, "field " + quoted(name) +
                                                 " is no column of this table; declare all "
                                                 "columns before the first row");
      }
      if (!values[i].is_scalar()) {
        return fail(Errc::not_representable,
                    "field " + quoted(name) + " is an " + std::string(name_of(values[i].kind())) +
                        ", a streamed row holds scalars; write nested data as a whole");
      }
      if (!is_plain(values[i])) {
        if (auto ok = check_scalar(values[i]); !ok) return ok;
      }
      found[column] = &values[i];
    }
    if (keyed) {
      if (auto ok = check_key(found[0]); !ok) return ok;
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (i != 0) text.out.put('|');
      if (found[i] == nullptr) {
        text.out.put('~');
      } else {
        text.scalars.scalar(*found[i], i == 0 ? Place::first_cell : Place::cell);
      }
    }
    return row_done();
  }

  /// A list in one line; what it is called stands in front.
  void put_list(std::span<const Value> scalars) {
    text.out.put('[');
    text.out.put_unsigned(scalars.size());
    text.out.put_literal("]:");
    for (std::size_t i = 0; i < scalars.size(); ++i) {
      text.out.put(i == 0 ? ' ' : ',');
      text.scalars.scalar(scalars[i], Place::list);
    }
  }

  Result<Done> item(Value value) {
    if (auto ok = ready(); !ok) return ok;
    if (open != Open::items) return fail(Errc::bad_usage, "no array is open for an item");
    if (value.is_object() && value.size() != 0) {
      return fail(Errc::not_representable,
                  "a streamed item takes one line; write an object with members as a whole");
    }
    if (value.is_array()) {
      for (const Value& one : value.items()) {
        if (auto ok = check_scalar(one); !ok) return ok;
      }
    } else if (value.is_scalar()) {
      if (auto ok = check_scalar(value); !ok) return ok;
    }
    indent();
    text.out.put('@');
    text.out.put_unsigned(counts.back());
    text.out.put(' ');
    if (value.is_object()) {
      text.out.put_literal("{}");
    } else if (value.is_scalar()) {
      text.out.put('=');
      text.scalars.scalar(value, Place::value);
    } else if (value.size() == 0) {
      text.out.put_literal("[0]");
    } else {
      put_list(value.items());
    }
    return row_done();
  }

  Result<Done> empty_array(const std::string_view* name) {
    if (auto ok = name != nullptr ? start(*name, false) : start_root(); !ok) return ok;
    put_array_name(name);
    text.out.put_literal("[0]\n");
    // Nothing but a section may follow for the same reason as behind a table: readers
    // take a line there for an element too many.
    objects.back().has_table = true;
    root_is_array = name == nullptr;
    return text.line_done();
  }

  Result<Done> end() {
    if (auto ok = ready(); !ok) return ok;
    if (open != Open::object) {
      open = Open::object;
      return Done{};
    }
    if (objects.size() == 1) return fail(Errc::bad_usage, "nothing is open that could end");
    objects.pop_back();
    return Done{};
  }

  Result<Done> close() {
    if (auto ok = ready(); !ok) return ok;
    if (open != Open::object || objects.size() > 1) {
      return fail(Errc::bad_usage, "a table, array or section is still open");
    }
    if (!counts.empty()) {
      text.out.put_literal("##! summary counts=");
      for (std::size_t i = 0; i < counts.size(); ++i) {
        if (i != 0) text.out.put(',');
        text.out.put_unsigned(counts[i]);
      }
      text.out.put('\n');
    }
    closed = true;
    return text.pass_on();
  }

  struct NameHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view name) const noexcept {
      return std::hash<std::string_view>()(name);
    }
  };

  StreamWriterOptions options;
  StreamText text;
  std::vector<Object> objects;  // the root and the open sections
  std::vector<std::uint64_t> counts;
  Open open = Open::object;
  bool keyed = false;
  bool root_is_array = false;
  bool closed = false;
  // of the open table
  std::vector<std::string> columns;
  std::vector<char> heads;  // the first bytes of each
  std::unordered_map<std::string, std::size_t, NameHash, std::equal_to<>> by_name;
  std::unordered_set<std::string> keys;
  std::vector<const Value*> found;  // the cells of a row that came by names
};

StreamWriter::StreamWriter(Sink sink, const StreamWriterOptions& options)
    : impl_(new Impl(sink, options)) {}
StreamWriter::StreamWriter(StreamWriter&& other) noexcept
    : impl_(std::exchange(other.impl_, nullptr)) {}
StreamWriter& StreamWriter::operator=(StreamWriter&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}
StreamWriter::~StreamWriter() {
  delete impl_;
}

Result<Done> StreamWriter::member(std::string_view name, Value scalar) {
  if (auto ok = impl_->start(name, true); !ok) return ok;
  if (auto ok = impl_->check_scalar(scalar); !ok) return ok;
  impl_->indent();
  impl_->text.name(name);
  impl_->text.out.put('=');
  impl_->text.scalars.scalar(scalar, Place::value);
  impl_->text.out.put('\n');
  return impl_->text.line_done();
}

Result<Done> StreamWriter::inline_array(std::string_view name, std::span<const Value> scalars) {
  if (auto ok = impl_->start(name, true); !ok) return ok;
  for (const Value& value : scalars) {
    if (auto ok = impl_->check_scalar(value); !ok) return ok;
  }
  impl_->indent();
  impl_->text.name(name);
  impl_->put_list(scalars);
  impl_->text.out.put('\n');
  return impl_->text.line_done();
}

Result<Done> StreamWriter::begin_section(std::string_view name) {
  if (auto ok = impl_->start(name, false); !ok) return ok;
  if (impl_->objects.size() + 1 > deepest) {
    return impl_->fail(Errc::depth_exceeded,
                       "nested deeper than the limit of " + std::to_string(deepest) + " levels");
  }
  impl_->indent();
  impl_->text.out.put_literal("## ");
  impl_->text.name(name);
  impl_->text.out.put('\n');
  impl_->objects.emplace_back();
  return impl_->text.line_done();
}

Result<Done> StreamWriter::begin_array(std::string_view name,
                                       std::span<const std::string_view> columns) {
  return impl_->begin_table(&name, nullptr, columns);
}
Result<Done> StreamWriter::begin_root_array(std::span<const std::string_view> columns) {
  return impl_->begin_table(nullptr, nullptr, columns);
}
Result<Done> StreamWriter::begin_map(std::string_view name, std::string_view label,
                                     std::span<const std::string_view> columns) {
  return impl_->begin_table(&name, &label, columns);
}
Result<Done> StreamWriter::begin_root_map(std::string_view label,
                                          std::span<const std::string_view> columns) {
  return impl_->begin_table(nullptr, &label, columns);
}
Result<Done> StreamWriter::begin_items(std::string_view name) {
  return impl_->begin_items(&name);
}
Result<Done> StreamWriter::begin_root_items() {
  return impl_->begin_items(nullptr);
}
Result<Done> StreamWriter::item(Value value) {
  return impl_->item(value);
}
Result<Done> StreamWriter::empty_array(std::string_view name) {
  return impl_->empty_array(&name);
}
Result<Done> StreamWriter::empty_root_array() {
  return impl_->empty_array(nullptr);
}
Result<Done> StreamWriter::row(std::span<const Value> cells) {
  return impl_->row(cells);
}
Result<Done> StreamWriter::row(Value object) {
  return impl_->row(object);
}
Result<Done> StreamWriter::end() {
  return impl_->end();
}
Result<Done> StreamWriter::flush() {
  if (impl_->text.failed()) return impl_->text.error();
  return impl_->text.pass_on();
}
Result<Done> StreamWriter::close() {
  return impl_->close();
}

}  // namespace laconic::gcf

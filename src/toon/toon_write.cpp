// toon_write.cpp - a document as TOON. Shape and position decide every form (TOON 9).
#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include <laconic/toon.hpp>

#include "base/output.hpp"
#include "toon/toon_scalar.hpp"
#include "toon/toon_table.hpp"
#include "value/store.hpp"

namespace laconic::toon {
namespace {

using detail::KeyRef;
using detail::Shape;
using detail::ValueAccess;

class Writer {
 public:
  Writer(const EncodeOptions& options, std::uint64_t expected_bytes)
      : out_(options.max_bytes, expected_bytes),
        scalars_(out_, options.delimiter),
        delimiter_(static_cast<char>(options.delimiter)),
        indent_(std::clamp(options.indent_size, 1U, 16U)) {}

  Result<std::string> write(const Value& root) {
    if (root.is_array()) {
      array(root, 0, Place::root);
    } else if (root.is_object()) {
      if (Columns columns; is_keyed(root, columns)) {
        keyed_table(root, columns, 0);
      } else {
        fields(root, 0, true);
      }
    } else if (root.is_string()) {
      scalars_.root_string(root.string());
    } else {
      scalars_.scalar(root);
    }
    return out_.finish();
  }

 private:
  enum class Place { root, field, item };

  void line(unsigned depth) {
    out_.put('\n');
    indentation(depth);
  }
  void indentation(unsigned depth) {
    std::size_t spaces = std::size_t{depth} * indent_;
    char* p = out_.reserve(spaces);
    std::memset(p, ' ', spaces);
    out_.advance_to(p + spaces);
  }

  void count(std::size_t n, bool keyed) {
    out_.put('[');
    out_.put_unsigned(n);
    if (keyed) out_.put(':');
    if (delimiter_ != ',') out_.put(delimiter_);
    out_.put(']');
  }

  /// Fields of an object, each on a line of its own; the first one where the cursor is when
  /// `on_line` says that its line has begun.
  void fields(const Value& object, unsigned depth, bool on_line) {
    const KeyRef* key = ValueAccess::shape(object)->keys;
    for (const Value& value : object.values()) {
      if (!on_line) line(depth);
      on_line = false;
      field(*key++, value, depth);
    }
  }

  void field(const KeyRef& key, const Value& value, unsigned depth) {
    scalars_.key(key.text());
    if (value.is_array()) return array(value, depth, Place::field);
    if (value.is_object()) {
      if (Columns columns; is_keyed(value, columns)) return keyed_table(value, columns, depth);
      out_.put(':');
      if (value.size() != 0) fields(value, depth + 1, false);
      return;
    }
    out_.put_literal(": ");
    scalars_.scalar(value);
  }

  /// Everything from the bracket on.
  void array(const Value& array, unsigned depth, Place place) {
    const std::span<const Value> items = array.items();
    if (items.empty()) {
      if (place == Place::field) return out_.put_literal(": []");
      if (place == Place::root) return out_.put_literal("[]");
      count(0, false);
      return out_.put(':');
    }
    if ((ValueAccess::children(array) & detail::any_container) == 0) {
      count(items.size(), false);
      out_.put_literal(": ");
      scalars_.cells(items);
      return;
    }
    if (place != Place::item) {
      if (Columns columns; finder_.find(items.data(), items.size(), columns)) {
        count(items.size(), false);
        header(columns);
        out_.put(':');
        for (const Value& record : items) {
          line(depth + 1);
          row(record, columns);
        }
        return;
      }
    }
    count(items.size(), false);
    out_.put(':');
    for (const Value& value : items) {
      line(depth + 1);
      item(value, depth + 1);
    }
  }

  void item(const Value& value, unsigned depth) {
    out_.put('-');
    if (value.is_object() && value.size() == 0) return;
    out_.put(' ');
    if (value.is_array()) return array(value, depth, Place::item);
    if (value.is_object()) return fields(value, depth + 1, true);
    scalars_.scalar(value);
  }

  bool is_keyed(const Value& object, Columns& columns) {
    return object.size() >= 2 &&
           (ValueAccess::children(object) & ~unsigned{detail::child_filled_object}) == 0 &&
           finder_.find(object.values().data(), object.size(), columns);
  }

  void keyed_table(const Value& object, const Columns& columns, unsigned depth) {
    count(object.size(), true);
    header(columns);
    out_.put(':');
    const KeyRef* key = ValueAccess::shape(object)->keys;
    for (const Value& record : object.values()) {
      line(depth + 1);
      scalars_.key((key++)->text());
      out_.put_literal(": ");
      row(record, columns);
    }
  }

  void header(const Columns& columns) {
    out_.put('{');
    for (std::uint32_t c = 0; c < columns.shape->size; ++c) {
      if (c != 0) out_.put(delimiter_);
      scalars_.key(columns.shape->keys[c].text());
      if (!columns.flat && columns.groups[c].shape != nullptr) header(columns.groups[c]);
    }
    out_.put('}');
  }

  void row(const Value& record, const Columns& columns) {
    const std::uint32_t* at = finder_.places(columns, ValueAccess::shape(record));
    if (columns.flat && at == nullptr) return scalars_.cells(record.values());
    for (std::uint32_t c = 0; c < columns.shape->size; ++c) {
      if (c != 0) out_.put(delimiter_);
      const Value& cell = record.values()[at == nullptr ? c : at[c]];
      if (cell.is_object()) {
        row(cell, columns.groups[c]);
      } else {
        scalars_.scalar(cell);
      }
    }
  }

  Output out_;
  ScalarWriter scalars_;
  TableFinder finder_;
  char delimiter_;
  unsigned indent_;
};

}  // namespace

Result<std::string> encode(Value value, const EncodeOptions& options) {
  // Tables are a good half of their JSON, lists a little more than it.
  Writer writer(options, ValueAccess::source_size(value) * 9 / 8);
  return writer.write(value);
}

}  // namespace laconic::toon

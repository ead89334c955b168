// jton_write.cpp - a document as JTON: compact JSON, with grids where all keys are the same.
#include <laconic/jton.hpp>

#include "base/output.hpp"
#include "jton/jton_words.hpp"
#include "text/escape.hpp"
#include "value/json_text.hpp"
#include "value/number_text.hpp"

namespace laconic::jton {
namespace {

using detail::KeyRef;
using detail::Shape;
using detail::ValueAccess;

constexpr std::size_t longest_bare_string = 64;

std::string_view separator_of(Delimiter delimiter) noexcept {
  switch (delimiter) {
    case Delimiter::tab: return "\t";
    case Delimiter::pipe: return " | ";
    case Delimiter::comma: break;
  }
  return ", ";
}

class Writer {
 public:
  Writer(const EncodeOptions& options, std::uint64_t expected_bytes)
      : options_(options),
        separator_(separator_of(options.delimiter)),
        out_(options.max_bytes, expected_bytes),
        text_(out_) {}

  Result<std::string> write(const Value& root) {
    value(root);
    return out_.finish();
  }

 private:
  void value(const Value& v) {
    if (v.is_number()) return detail::put_number(out_, v, detail::Spelling::shortest);
    if (v.is_scalar()) return text_.scalar(v);
    if (v.is_object()) return object(v);
    if (is_grid(v)) return grid(v);
    out_.put('[');
    bool first = true;
    for (const Value& item : v.items()) {
      if (!first) out_.put(',');
      first = false;
      value(item);
    }
    out_.put(']');
  }

  void object(const Value& v) {
    out_.put('{');
    const KeyRef* key = ValueAccess::shape(v)->keys;
    bool first = true;
    for (const Value& member : v.values()) {
      if (options_.unquoted_keys && is_identifier(key->text())) {
        if (!first) out_.put(',');
        out_.put(key->text());
        out_.put(':');
      } else {
        text_.key(*key, first);
      }
      ++key;
      first = false;
      value(member);
    }
    out_.put('}');
  }

  /// Two or more objects with one key list, which is one pointer.
  static bool is_grid(const Value& array) noexcept {
    const auto items = array.items();
    if (items.size() < 2 || !items[0].is_object() || items[0].size() == 0) return false;
    if ((ValueAccess::children(array) & ~unsigned{detail::child_filled_object}) != 0) return false;
    const Shape* const shape = ValueAccess::shape(items[0]);
    for (const Value& item : items) {
      if (ValueAccess::shape(item) != shape) return false;
    }
    return true;
  }

  void grid(const Value& array) {
    const auto items = array.items();
    const Shape* const shape = ValueAccess::shape(items[0]);
    out_.put('[');
    if (options_.row_count) out_.put_unsigned(items.size());
    out_.put_literal(": ");
    for (std::uint32_t i = 0; i < shape->size; ++i) {
      if (i != 0) out_.put(separator_);
      const std::string_view name = shape->keys[i].text();
      if (is_identifier(name)) {
        out_.put(name);
      } else {
        put_quoted(out_, name);
      }
    }
    for (const Value& row : items) {
      out_.put_literal("; ");
      bool first = true;
      for (const Value& v : row.values()) {
        if (!first) out_.put(separator_);
        first = false;
        cell(v);
      }
    }
    out_.put_literal(" ]");
  }

  void cell(const Value& v) {
    if (v.is_null() && options_.implicit_null) return;
    if (v.is_string() && options_.bare_strings && v.size() <= longest_bare_string &&
        is_identifier(v.string()) && !is_keyword(v.string())) {
      return out_.put(v.string());
    }
    value(v);
  }

  const EncodeOptions& options_;
  std::string_view separator_;
  Output out_;
  detail::JsonText text_;
};

}  // namespace

Result<std::string> encode(Value value, const EncodeOptions& options) {
  if (value.depth() > max_nesting) {
    return Error{Errc::depth_exceeded, 0,
                 "the value is nested " + std::to_string(value.depth()) +
                     " levels deep; JTON allows " + std::to_string(max_nesting)};
  }
  return Writer(options, detail::ValueAccess::source_size(value)).write(value);
}

}  // namespace laconic::jton

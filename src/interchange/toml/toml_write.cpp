// toml_write.cpp - an object as TOML: in each table first its values, then its sub-tables.
#include <cmath>
#include <vector>

#include <laconic/toml.hpp>

#include "base/output.hpp"
#include "text/numbers.hpp"
#include "value/store.hpp"
#include "value/value_path.hpp"

namespace laconic::toml {
namespace {

using detail::ValueAccess;

bool is_bare_key(std::string_view key) noexcept {
  if (key.empty()) return false;
  for (const char c : key) {
    const bool bare = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '-';
    if (!bare) return false;
  }
  return true;
}

/// Written with headers of their own: objects, and arrays of nothing but objects.
bool is_table_array(const Value& v) noexcept {
  return v.is_array() && v.size() != 0 &&
         (ValueAccess::children(v) & ~unsigned{detail::any_object}) == 0;
}
bool is_table(const Value& v) noexcept {
  return v.is_object() || is_table_array(v);
}

class Writer {
 public:
  Writer(const Value& root, const EncodeOptions& options)
      : root_(root), out_(options.max_bytes, ValueAccess::source_size(root)) {}

  Result<std::string> write() {
    if (!root_.is_object()) {
      return Error{Errc::not_representable, 0,
                   "a TOML document is an object, this is " +
                       std::string(root_.is_array() ? "an array" : name_of(root_.kind())) +
                       "; put it into a member"};
    }
    table(root_);
    if (fault_ != nullptr) return explain();
    return out_.finish();
  }

 private:
  [[nodiscard]] Error explain() const {
    const std::string where = ", at " + detail::path_of(root_, fault_);
    if (fault_->is_null()) {
      return {Errc::not_representable, 0, "TOML has no null" + where + "; leave the member out"};
    }
    return {Errc::not_representable, 0,
            "TOML has no number like " + std::string(fault_->lexeme().substr(0, 40)) + where +
                "; it has int64 and binary64"};
  }
  void refuse(const Value& v) {
    if (fault_ == nullptr) fault_ = &v;
  }
  [[nodiscard]] bool is_over() const noexcept { return fault_ != nullptr || out_.failed(); }

  void line() {
    if (has_lines_) out_.put('\n');
    has_lines_ = true;
  }

  void table(const Value& object) {
    for (const auto [key, value] : object.members()) {
      if (is_table(value)) continue;
      line();
      string(key, true);
      out_.put_literal(" = ");
      inline_value(value);
      if (is_over()) return;
    }
    for (const auto [key, value] : object.members()) {
      if (!is_table(value)) continue;
      path_.push_back(key);
      if (value.is_object()) {
        if (needs_header(value)) header(false);
        table(value);
      } else {
        for (const Value& record : value.items()) {
          header(true);
          table(record);
          if (is_over()) break;
        }
      }
      path_.pop_back();
      if (is_over()) return;
    }
  }

  /// A table with nothing but sub-tables is implied by them.
  static bool needs_header(const Value& object) noexcept {
    for (const Value& value : object.values()) {
      if (!is_table(value)) return true;
    }
    return object.size() == 0;
  }

  void header(bool is_array) {
    line();
    out_.put(std::string_view(is_array ? "[[" : "["));
    bool is_first = true;
    for (const std::string_view part : path_) {
      if (!is_first) out_.put('.');
      is_first = false;
      string(part, true);
    }
    out_.put(std::string_view(is_array ? "]]" : "]"));
  }

  void inline_value(const Value& v) {
    switch (v.kind()) {
      case Kind::null:
      case Kind::big_number: return refuse(v);
      case Kind::boolean:
        if (v.boolean()) return out_.put_literal("true");
        return out_.put_literal("false");
      case Kind::integer: return out_.advance_to(write_integer(out_.reserve(24), v.integer()));
      case Kind::real: return real(v.real());
      case Kind::string: return string(v.string(), false);
      case Kind::array: return inline_array(v);
      case Kind::object: return inline_table(v);
    }
  }

  void inline_array(const Value& array) {
    out_.put('[');
    bool is_first = true;
    for (const Value& item : array.items()) {
      if (!is_first) out_.put_literal(", ");
      is_first = false;
      inline_value(item);
      if (is_over()) return;
    }
    out_.put(']');
  }

  void inline_table(const Value& object) {
    if (object.size() == 0) return out_.put_literal("{}");
    out_.put_literal("{ ");
    bool is_first = true;
    for (const auto [key, value] : object.members()) {
      if (!is_first) out_.put_literal(", ");
      is_first = false;
      string(key, true);
      out_.put_literal(" = ");
      inline_value(value);
      if (is_over()) return;
    }
    out_.put_literal(" }");
  }

  /// A float has a point or an exponent, or it would be an integer.
  void real(double value) {
    if (value == 0) return out_.put(std::string_view(std::signbit(value) ? "-0.0" : "0.0"));
    char* const p = out_.reserve(40);
    char* end = write_real(p, value);
    if (std::string_view(p, static_cast<std::size_t>(end - p)).find_first_of(".e") ==
        std::string_view::npos) {
      *end++ = '.';
      *end++ = '0';
    }
    out_.advance_to(end);
  }

  /// Bare where a key may be, in single quotes where that saves escapes.
  void string(std::string_view text, bool is_key) {
    if (is_key && is_bare_key(text)) return out_.put(text);
    bool may_be_literal = false;
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '"' || c == '\\') may_be_literal = true;
      if (byte < 0x20 || byte == 0x7F || c == '\'') {
        may_be_literal = false;
        break;
      }
    }
    if (!may_be_literal) return quoted(text);
    out_.put('\'');
    out_.put(text);
    out_.put('\'');
  }

  void quoted(std::string_view text) {
    constexpr std::string_view hex = "0123456789abcdef";
    constexpr std::string_view letters = "btn\vfr";  // from 0x08 on; the fourth has none
    char* p = out_.reserve(6 * text.size() + 2);
    *p++ = '"';
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte >= 0x20 && byte != 0x7F) {
        if (c == '"' || c == '\\') *p++ = '\\';
        *p++ = c;
        continue;
      }
      *p++ = '\\';
      if (byte >= 0x08 && byte <= 0x0D && byte != 0x0B) {
        *p++ = letters[byte - 8U];
        continue;
      }
      *p++ = 'u';
      *p++ = '0';
      *p++ = '0';
      *p++ = hex[byte >> 4];
      *p++ = hex[byte & 15];
    }
    *p++ = '"';
    out_.advance_to(p);
  }

  const Value& root_;
  Output out_;
  std::vector<std::string_view> path_;
  const Value* fault_ = nullptr;
  bool has_lines_ = false;
};

}  // namespace

Result<std::string> encode(Value value, const EncodeOptions& options) {
  return Writer(value, options).write();
}

}  // namespace laconic::toml

// json_write.cpp - a value as JSON text, minified or indented.
#include <cmath>
#include <string>

#include <laconic/json.hpp>

#include "base/output.hpp"
#include "text/escape.hpp"
#include "text/numbers.hpp"
#include "value/store.hpp"

namespace laconic::json {
namespace {

using detail::KeyRef;
using detail::ValueAccess;

class Writer {
 public:
  Writer(Output& out, unsigned indent) noexcept : out_(out), indent_(indent) {}

  void value(const Value& v) noexcept {
    switch (v.kind()) {
      case Kind::null: out_.put_literal("null"); break;
      case Kind::boolean: boolean(v.boolean()); break;
      case Kind::integer:
      case Kind::real:
      case Kind::big_number: number(v); break;
      case Kind::string: string(v.string()); break;
      case Kind::array: array(v); break;
      case Kind::object: object(v); break;
    }
  }

 private:
  void boolean(bool value) noexcept {
    if (value) {
      out_.put_literal("true");
    } else {
      out_.put_literal("false");
    }
  }

  void number(const Value& v) noexcept {
    const std::string_view lexeme = v.lexeme();
    if (!lexeme.empty()) {
      char* p = out_.reserve(lexeme.size());
      simd::copy(p, lexeme.data(), lexeme.size());
      return out_.advance_to(p + lexeme.size());
    }
    char* p = out_.reserve(32);
    if (v.kind() == Kind::integer) return out_.advance_to(write_integer(p, v.integer()));
    const double real = v.real();
    if (real == 0 && std::signbit(real)) *p++ = '-';
    out_.advance_to(write_real(p, real));
  }

  void string(std::string_view text) noexcept {
    char* const start = out_.reserve(text.size() + 2);
    char* p = start;
    *p++ = '"';
    for (std::size_t i = 0; i < text.size(); i += simd::width) {
      const auto bytes = simd::Bytes::load(text.data() + i);
      bytes.store(p + i);
      const auto special = (bytes.is('"') | bytes.is('\\') | bytes.at_most(0x1F)).mask();
      if (special.below(text.size() - i).any()) return put_quoted(out_, text);
    }
    p[text.size()] = '"';
    out_.advance_to(p + text.size() + 1);
  }

  void key(const KeyRef& k, bool first) noexcept {
    if ((k.id & detail::plain_key_bit) != 0) {
      char* p = out_.reserve(k.size + 4);
      *p = ',';
      p += first ? 0 : 1;
      simd::copy(p, k.data - 1, k.size + 3);  // with its quotes and its colon
      return out_.advance_to(p + k.size + 3);
    }
    if (!first) out_.put(',');
    put_quoted(out_, k.text());
    out_.put(':');
  }

  void array(const Value& v) noexcept {
    if (v.size() == 0) return out_.put("[]");
    out_.put('[');
    ++level_;
    bool first = true;
    for (const Value& item : v.items()) {
      if (!first) out_.put(',');
      first = false;
      if (indent_ != 0) new_line();
      value(item);
    }
    --level_;
    if (indent_ != 0) new_line();
    out_.put(']');
  }

  void object(const Value& v) noexcept {
    if (v.size() == 0) return out_.put("{}");
    out_.put('{');
    const KeyRef* k = ValueAccess::shape(v)->keys;
    if (indent_ == 0) {
      bool first = true;
      for (const Value& member : v.values()) {
        key(*k++, first);
        first = false;
        value(member);
      }
      return out_.put('}');
    }
    ++level_;
    bool first = true;
    for (const Value& member : v.values()) {
      if (!first) out_.put(',');
      first = false;
      new_line();
      put_quoted(out_, (k++)->text());
      out_.put(": ");
      value(member);
    }
    --level_;
    new_line();
    out_.put('}');
  }

  void new_line() noexcept {
    const std::size_t spaces = static_cast<std::size_t>(indent_) * level_;
    char* p = out_.reserve(spaces + 1);
    *p = '\n';
    std::memset(p + 1, ' ', spaces);
    out_.advance_to(p + 1 + spaces);
  }

  Output& out_;
  unsigned indent_;
  unsigned level_ = 0;
};

}  // namespace

Result<std::string> encode(Value value, const EncodeOptions& options) {
  Output out(options.max_bytes);
  Writer(out, std::min(options.indent, 16U)).value(value);
  return out.finish();
}

}  // namespace laconic::json

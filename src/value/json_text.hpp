// json_text.hpp - values as minified JSON text.
//
// Here and not in the JSON room because other formats embed or emit JSON, too.
#pragma once

#include <cmath>
#include <string_view>

#include <laconic/value.hpp>

#include "base/output.hpp"
#include "text/escape.hpp"
#include "text/numbers.hpp"
#include "text/simd.hpp"
#include "value/store.hpp"

namespace laconic::detail {

/// Writes pieces of JSON; commas and brackets are the caller's.
class JsonText {
 public:
  explicit JsonText(Output& out) noexcept : out_(out) {}

  void value(const Value& v) noexcept {
    if (v.is_scalar()) [[likely]] {
      scalar(v);
    } else {
      container(v);
    }
  }

  void scalar(const Value& v) noexcept {
    switch (v.kind()) {
      case Kind::null: out_.put_literal("null"); break;
      case Kind::boolean:
        if (v.boolean()) {
          out_.put_literal("true");
        } else {
          out_.put_literal("false");
        }
        break;
      case Kind::string: string(v.string()); break;
      default: number(v); break;
    }
  }

  void number(const Value& v) noexcept {
    const std::string_view lexeme = v.lexeme();
    if (lexeme.empty()) return made_number(v);
    char* p = out_.reserve(lexeme.size());
    simd::copy(p, lexeme.data(), lexeme.size());
    out_.advance_to(p + lexeme.size());
  }

  /// In quotes. The text is read in whole vectors.
  void string(std::string_view text) noexcept {
    char* p = out_.reserve(text.size() + 2);
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

  /// The name of a member and its colon, with a comma in front unless it is the first.
  void key(const KeyRef& k, bool first) noexcept {
    if ((k.id & plain_key_bit) == 0) return escaped_key(k, first);
    char* p = out_.reserve(k.size + 4);
    *p = ',';
    p += first ? 0 : 1;
    simd::copy(p, k.data - 1, k.size + 3);  // it is kept with its quotes and its colon
    out_.advance_to(p + k.size + 3);
  }

 private:
  void container(const Value& v) noexcept;
  void made_number(const Value& v) noexcept;
  void escaped_key(const KeyRef& k, bool first) noexcept;

  Output& out_;
};

/// Where JSON goes when the payload is transcoded instead of kept.
struct JsonSink {
  JsonSink(std::uint64_t max_bytes, std::uint64_t expected_bytes)
      : out(max_bytes, expected_bytes), text(out) {}
  Output out;
  JsonText text;
};

}  // namespace laconic::detail

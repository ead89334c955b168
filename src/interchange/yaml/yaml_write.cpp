// yaml_write.cpp - a value as YAML in block style.
#include <cmath>
#include <cstring>

#include <laconic/yaml.hpp>

#include "base/output.hpp"
#include "interchange/yaml/yaml_scalar.hpp"
#include "text/numbers.hpp"
#include "value/store.hpp"

namespace laconic::yaml {
namespace {

using detail::ValueAccess;

// A key of a line may have 1,024 characters; longer ones take the form with a question mark.
constexpr std::size_t longest_simple_key = 1000;
// The reader's parser stops at 500 levels.
constexpr unsigned deepest = 480;

/// Characters that double quotes hold only as escapes, beside those below 0x80: C1 controls, line
/// separators, the byte order mark, and two that are none. Zero: none of these.
char32_t special_at(std::string_view text, std::size_t i, std::size_t& size) noexcept {
  const auto byte = [&](std::size_t k) {
    return i + k < text.size() ? static_cast<unsigned char>(text[i + k]) : 0U;
  };
  if (byte(0) == 0xC2 && byte(1) <= 0x9F) {
    size = 2;
    return byte(1);
  }
  if (byte(0) == 0xE2 && byte(1) == 0x80 && (byte(2) == 0xA8 || byte(2) == 0xA9)) {
    size = 3;
    return 0x2000U + (byte(2) - 0x80U);
  }
  if (byte(0) == 0xEF && byte(1) == 0xBB && byte(2) == 0xBF) {
    size = 3;
    return 0xFEFF;
  }
  if (byte(0) == 0xEF && byte(1) == 0xBF && byte(2) >= 0xBE) {
    size = 3;
    return 0xFF40U + byte(2);
  }
  return 0;
}

class Writer {
 public:
  Writer(const EncodeOptions& options, std::uint64_t expected)
      : out_(options.max_bytes, expected) {}

  Result<std::string> write(const Value& root) {
    if (root.depth() > deepest) {
      return Error{Errc::depth_exceeded, 0,
                   "the value is nested " + std::to_string(root.depth()) +
                       " levels deep; YAML is written down to " + std::to_string(deepest)};
    }
    if (is_filled(root)) {
      block(root, 0, true);
    } else {
      scalar(root);
    }
    return out_.finish();
  }

 private:
  static bool is_filled(const Value& v) noexcept { return !v.is_scalar() && v.size() != 0; }

  void line(unsigned indent) {
    char* const p = out_.reserve(indent + 1);
    *p = '\n';
    std::memset(p + 1, ' ', indent);
    out_.advance_to(p + 1 + indent);
  }

  /// The lines of a container; the first one may have begun.
  void block(const Value& v, unsigned indent, bool on_line) {
    if (v.is_array()) {
      for (const Value& item : v.items()) {
        if (!on_line) line(indent);
        on_line = false;
        out_.put_literal("- ");
        if (is_filled(item)) {
          block(item, indent + 2, true);
        } else {
          scalar(item);
        }
      }
      return;
    }
    for (const auto [key, value] : v.members()) {
      if (!on_line) line(indent);
      on_line = false;
      member(key, value, indent);
    }
  }

  void member(std::string_view key, const Value& value, unsigned indent) {
    if (key.size() > longest_simple_key) {
      out_.put_literal("? ");
      string(key);
      line(indent);
      out_.put(':');
      if (is_filled(value)) return block(value, indent + 2, false);
    } else {
      string(key);
      out_.put(':');
      // The hyphens of a list are indentation enough.
      if (is_filled(value)) return block(value, value.is_array() ? indent : indent + 2, false);
    }
    out_.put(' ');
    scalar(value);
  }

  void scalar(const Value& v) {
    switch (v.kind()) {
      case Kind::null: return out_.put_literal("null");
      case Kind::boolean:
        if (v.boolean()) return out_.put_literal("true");
        return out_.put_literal("false");
      case Kind::string: return string(v.string());
      case Kind::array: return out_.put_literal("[]");
      case Kind::object: return out_.put_literal("{}");
      default: return number(v);
    }
  }

  void number(const Value& v) {
    if (v.kind() == Kind::big_number) return out_.put(v.lexeme());
    char* const p = out_.reserve(40);
    if (v.kind() == Kind::integer) return out_.advance_to(write_integer(p, v.integer()));
    const double real = v.real();
    if (real == 0 && std::signbit(real)) return out_.put_literal("-0.0");
    char* end = write_real(p, real);
    // YAML 1.1 knows no exponent without a point.
    auto* const exponent =
        static_cast<char*>(std::memchr(p, 'e', static_cast<std::size_t>(end - p)));
    if (exponent != nullptr &&
        std::memchr(p, '.', static_cast<std::size_t>(exponent - p)) == nullptr) {
      std::memmove(exponent + 2, exponent, static_cast<std::size_t>(end - exponent));
      exponent[0] = '.';
      exponent[1] = '0';
      end += 2;
    }
    out_.advance_to(end);
  }

  void string(std::string_view text) {
    if (is_plain_string(text)) return out_.put(text);
    quoted(text);
  }

  void quoted(std::string_view text) {
    char* p = out_.reserve(6 * text.size() + 2);
    *p++ = '"';
    for (std::size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      const auto byte = static_cast<unsigned char>(c);
      std::size_t size = 1;
      if (byte >= 0x20 && byte < 0x7F) {
        if (c == '"' || c == '\\') *p++ = '\\';
        *p++ = c;
      } else if (byte >= 0x80) {
        const char32_t special = special_at(text, i, size);
        if (special == 0) {
          *p++ = c;
        } else {
          p = escape(p, special);
          i += size - 1;
        }
      } else {
        p = control(p, byte);
      }
    }
    *p++ = '"';
    out_.advance_to(p);
  }

  static char* control(char* p, unsigned char byte) noexcept {
    const char* const shorthand = byte == '\n'   ? "\\n"
                                  : byte == '\r' ? "\\r"
                                  : byte == '\t' ? "\\t"
                                  : byte == 0    ? "\\0"
                                                 : nullptr;
    if (shorthand == nullptr) return escape(p, byte);
    *p++ = shorthand[0];
    *p++ = shorthand[1];
    return p;
  }

  static char* escape(char* p, char32_t point) noexcept {
    constexpr std::string_view hex = "0123456789abcdef";
    *p++ = '\\';
    *p++ = point > 0xFF ? 'u' : 'x';
    for (int shift = point > 0xFF ? 12 : 4; shift >= 0; shift -= 4)
      *p++ = hex[point >> shift & 15];
    return p;
  }

  Output out_;
};

}  // namespace

Result<std::string> encode(Value value, const EncodeOptions& options) {
  return Writer(options, ValueAccess::source_size(value)).write(value);
}

}  // namespace laconic::yaml

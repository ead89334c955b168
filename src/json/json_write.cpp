// json_write.cpp - a value as JSON text, minified or indented.
#include <algorithm>
#include <cstring>

#include <laconic/json.hpp>

#include "base/output.hpp"
#include "text/escape.hpp"
#include "value/json_text.hpp"

namespace laconic::json {
namespace {

/// The indented form; the minified one is JsonText's.
class IndentedWriter {
 public:
  IndentedWriter(Output& out, unsigned indent) noexcept : out_(out), text_(out), indent_(indent) {}

  void value(const Value& v) noexcept {
    if (v.is_scalar() || v.size() == 0) return text_.value(v);
    const bool is_array = v.is_array();
    out_.put(is_array ? '[' : '{');
    ++level_;
    const auto children = is_array ? v.items() : v.values();
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (i != 0) out_.put(',');
      new_line();
      if (!is_array) {
        put_quoted(out_, v.key(i));
        out_.put_literal(": ");
      }
      value(children[i]);
    }
    --level_;
    new_line();
    out_.put(is_array ? ']' : '}');
  }

 private:
  void new_line() noexcept {
    const std::size_t spaces = static_cast<std::size_t>(indent_) * level_;
    char* p = out_.reserve(spaces + 1);
    *p = '\n';
    std::memset(p + 1, ' ', spaces);
    out_.advance_to(p + 1 + spaces);
  }

  Output& out_;
  detail::JsonText text_;
  unsigned indent_;
  unsigned level_ = 0;
};

}  // namespace

Result<std::string> encode(Value value, const EncodeOptions& options) {
  Output out(options.max_bytes, detail::ValueAccess::source_size(value));
  if (options.indent == 0) {
    detail::JsonText(out).value(value);
  } else {
    IndentedWriter(out, std::min(options.indent, 16U)).value(value);
  }
  return out.finish();
}

}  // namespace laconic::json

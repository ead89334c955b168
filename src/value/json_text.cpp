// json_text.cpp - values as minified JSON text; recursion is bounded by the depth cap.
#include "value/json_text.hpp"

namespace laconic::detail {

void JsonText::container(const Value& v) noexcept {
  if (v.is_array()) {
    out_.put('[');
    bool first = true;
    for (const Value& item : v.items()) {
      if (!first) out_.put(',');
      first = false;
      value(item);
    }
    return out_.put(']');
  }
  out_.put('{');
  const KeyRef* k = ValueAccess::shape(v)->keys;
  bool first = true;
  for (const Value& member : v.values()) {
    key(*k++, first);
    first = false;
    value(member);
  }
  out_.put('}');
}

/// A number that was made from a C++ number.
void JsonText::made_number(const Value& v) noexcept {
  char* p = out_.reserve(32);
  if (v.kind() == Kind::integer) return out_.advance_to(write_integer(p, v.integer()));
  const double real = v.real();
  if (real == 0 && std::signbit(real)) *p++ = '-';
  out_.advance_to(write_real(p, real));
}

void JsonText::escaped_key(const KeyRef& k, bool first) noexcept {
  if (!first) out_.put(',');
  put_quoted(out_, k.text());
  out_.put(':');
}

}  // namespace laconic::detail

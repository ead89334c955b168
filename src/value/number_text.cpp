// number_text.cpp - the standard spelling of a number, or a shorter one.
#include "value/number_text.hpp"

#include <cmath>
#include <cstddef>
#include <string_view>

#include "text/numbers.hpp"
#include "text/plain_real.hpp"
#include "text/simd.hpp"
#include "value/store.hpp"

namespace laconic::detail {

void put_number(Output& out, const Value& v, Spelling spelling) noexcept {
  const std::string_view text = v.lexeme();
  if (v.kind() == Kind::big_number) return out.put(text);
  // Text that GCF would not change is standard, but for exponents.
  if (ValueAccess::has_canonical_text(v) && text.size() <= simd::width) {
    char* const p = out.reserve(simd::width);
    simd::Bytes::load(text.data()).store(p);
    if (v.kind() == Kind::integer || text.find('e') == std::string_view::npos) {
      return out.advance_to(p + text.size());
    }
  }
  char* const p = out.reserve(2 * plain_real_size);
  if (v.kind() == Kind::integer) return out.advance_to(write_integer(p, v.integer()));
  const double real = v.real();
  if (!std::isfinite(real)) return out.put_literal("null");
  char* const end = write_plain_real(p, real);
  out.advance_to(end);
  if (spelling == Spelling::standard) return;
  // What JSON would write: the spelling it came with, or one made for GCF.
  char made[plain_real_size];
  const std::string_view other =
      text.empty() ? std::string_view(made, static_cast<std::size_t>(write_real(made, real) - made))
                   : text;
  if (other.size() >= static_cast<std::size_t>(end - p)) return;
  out.advance_to(p);
  out.put(other);
}

}  // namespace laconic::detail

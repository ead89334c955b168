// equality.cpp - when two values are the same. Recursion is bounded by the depth cap.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <numeric>
#include <vector>

#include <laconic/value.hpp>

#include "value/store.hpp"

namespace laconic {
namespace {

using detail::ValueAccess;

/// Whether a double beyond int64 is exactly the integer that `text` spells.
bool is_spelled(double real, std::string_view text) noexcept {
  if (!(std::fabs(real) >= 0x1p63) || !std::isfinite(real)) return false;
  char exact[400];  // the largest double has 309 digits
  const auto end =
      std::to_chars(exact, exact + sizeof exact, real, std::chars_format::fixed, 0).ptr;
  return text == std::string_view(exact, static_cast<std::size_t>(end - exact));
}

bool same_number(Value a, Value b) noexcept {
  if (a.kind() == Kind::big_number || b.kind() == Kind::big_number) {
    if (a.kind() == b.kind()) return a.lexeme() == b.lexeme();
    if (a.kind() == Kind::real) return is_spelled(a.real(), b.lexeme());
    return b.kind() == Kind::real && is_spelled(b.real(), a.lexeme());
  }
  if (a.kind() == Kind::integer && b.kind() == Kind::integer) return a.integer() == b.integer();
  if (a.kind() == Kind::real && b.kind() == Kind::real) return a.real() == b.real();
  const std::int64_t whole = a.kind() == Kind::integer ? a.integer() : b.integer();
  const double real = a.kind() == Kind::real ? a.real() : b.real();
  // Compared as integers: beyond 2^53 a conversion to double would round.
  return real >= -0x1p63 && real < 0x1p63 && std::trunc(real) == real &&
         static_cast<std::int64_t>(real) == whole;
}

std::vector<std::uint32_t> sorted_by_key(Value object) {
  std::vector<std::uint32_t> order(object.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t i, std::uint32_t j) { return object.key(i) < object.key(j); });
  return order;
}

template <bool in_order>
bool equal(Value a, Value b);

template <bool in_order>
bool equal_objects(Value a, Value b) {
  const std::size_t size = a.size();
  if (size != b.size()) return false;
  bool same_keys = ValueAccess::shape(a) == ValueAccess::shape(b);
  if (!same_keys) {
    same_keys = true;
    for (std::size_t i = 0; same_keys && i < size; ++i)
      same_keys = a.key(i) == b.key(i);
  }
  if (same_keys) {
    for (std::size_t i = 0; i < size; ++i) {
      if (!equal<in_order>(a.values()[i], b.values()[i])) return false;
    }
    return true;
  }
  if (in_order) return false;
  const auto a_order = sorted_by_key(a);
  const auto b_order = sorted_by_key(b);
  for (std::size_t i = 0; i < size; ++i) {
    if (a.key(a_order[i]) != b.key(b_order[i])) return false;
    if (!equal<in_order>(a.values()[a_order[i]], b.values()[b_order[i]])) return false;
  }
  return true;
}

template <bool in_order>
bool equal(Value a, Value b) {
  if (a.is_number() && b.is_number()) return same_number(a, b);
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Kind::boolean: return a.boolean() == b.boolean();
    case Kind::string: return a.string() == b.string();
    case Kind::array:
      if (a.size() != b.size()) return false;
      for (std::size_t i = 0; i < a.size(); ++i) {
        if (!equal<in_order>(a.items()[i], b.items()[i])) return false;
      }
      return true;
    case Kind::object: return equal_objects<in_order>(a, b);
    default: return true;
  }
}

}  // namespace

bool same_value(Value a, Value b) {
  return equal<false>(a, b);
}

bool identical(Value a, Value b) {
  return equal<true>(a, b);
}

}  // namespace laconic

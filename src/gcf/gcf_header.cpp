// gcf_header.cpp - `name=value` pairs (GCF section 3).
#include "gcf/gcf_header.hpp"

#include <algorithm>

#include "gcf/gcf_scalar.hpp"

namespace laconic::gcf {

const HeaderPair* HeaderPairs::find(std::string_view name) const noexcept {
  const auto found = std::find_if(pairs.begin(), pairs.end(),
                                  [&](const HeaderPair& pair) { return pair.name == name; });
  return found == pairs.end() ? nullptr : &*found;
}

HeaderFault read_pairs(const char* p, const char* end, HeaderPairs& out) {
  // A header has few fields; the limit keeps the search for repetitions cheap.
  constexpr std::size_t max_pairs = 64;
  while (true) {
    while (p != end && *p == ' ')
      ++p;
    if (p == end) return {};
    const char* const stop = std::find(p, end, ' ');
    const char* const equals = std::find(p, stop, '=');
    if (equals == stop) return {p, Errc::malformed_header_field, "a header field needs name=value"};
    const std::string_view name(p, static_cast<std::size_t>(equals - p));
    const std::string_view value(equals + 1, static_cast<std::size_t>(stop - equals - 1));
    if (!is_bare_key(name)) {
      return {p, Errc::malformed_header_field,
              "a header field's name is made of letters, digits and underscores"};
    }
    if (value.empty() && name != "tool") {  // some writers put an empty tool
      return {p, Errc::malformed_header_field, "a header field needs a value"};
    }
    if (std::any_of(value.begin(), value.end(), [](char c) { return c < 0x21 || c > 0x7E; })) {
      return {p, Errc::malformed_header_field, "a header value is printable ASCII without spaces"};
    }
    if (out.find(name) != nullptr) {
      return {p, Errc::duplicate_header_field, "this header field occurs twice"};
    }
    if (out.pairs.size() == max_pairs) {
      return {p, Errc::limit_exceeded, "more than 64 fields in one header"};
    }
    out.pairs.push_back({name, value, p});
    p = stop;
  }
}

}  // namespace laconic::gcf

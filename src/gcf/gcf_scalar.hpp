// gcf_scalar.hpp - GCF's scalars and keys as text: when they are quoted, and writing them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <laconic/value.hpp>

#include "base/output.hpp"
#include "text/simd.hpp"
#include "value/store.hpp"

namespace laconic::gcf {

/// Where a scalar stands. The canonical layout quotes alike everywhere; the compact one
/// quotes what this place cannot take.
enum class Place : std::uint8_t { value, list, first_cell, cell };

/// GCF 2a.1: [A-Za-z_][A-Za-z0-9_]*.
[[nodiscard]] bool is_bare_key(std::string_view key) noexcept;

/// GCF 2.4 as the conformance suite reads it: one predicate for every place.
[[nodiscard]] bool needs_quotes(std::string_view text) noexcept;

/// What this place cannot take bare, and nothing more (guide section 9, 13 to 15).
[[nodiscard]] bool needs_quotes_at(Place place, std::string_view text) noexcept;

/// Bytes that a bare string may start with, whatever follows: letters except t and f, which
/// may start true and false, and some signs.
inline constexpr auto plain_starts = [] {
  std::array<bool, 256> table{};
  for (unsigned c = 'A'; c <= 'Z'; ++c)
    table[c] = true;
  for (unsigned c = 'a'; c <= 'z'; ++c)
    table[c] = c != 't' && c != 'f';
  for (const char c : {'_', '/', '(', '$', '*', ':', '<', '>', '!', '?', '&'}) {
    table[static_cast<unsigned char>(c)] = true;
  }
  return table;
}();

/// Writes scalars and keys. Remembers a number that GCF cannot carry.
class ScalarWriter {
 public:
  ScalarWriter(Output& out, bool contextual_quotes, bool round_numbers) noexcept
      : out_(out), contextual_(contextual_quotes), round_numbers_(round_numbers) {}

  void scalar(const Value& v, Place place) noexcept {
    switch (v.kind()) {
      case Kind::null: out_.put('-'); break;
      case Kind::boolean:
        if (v.boolean()) {
          out_.put_literal("true");
        } else {
          out_.put_literal("false");
        }
        break;
      case Kind::string: string(v.string(), place); break;
      default: number(v); break;
    }
  }
  /// The text is read in whole vectors.
  void string(std::string_view text, Place place) noexcept {
    // Short strings of harmless characters, which most are, without a call.
    if (text.size() - 1 < simd::width && !contextual_ &&
        plain_starts[static_cast<unsigned char>(text[0])] && text.back() != ' ') [[likely]] {
      const auto bytes = simd::Bytes::load(text.data());
      const auto special = bytes.is('"') | bytes.is('\\') | bytes.is('|') | bytes.is(',') |
                           bytes.is('[') | bytes.at_most(0x1F) | bytes.high();
      if (!special.mask().below(text.size()).any()) {
        char* const p = out_.reserve(simd::width);
        bytes.store(p);
        return out_.advance_to(p + text.size());
      }
    }
    any_string(text, place);
  }
  void key(std::string_view key) noexcept;

  /// The first number that is outside GCF's domain, or null.
  [[nodiscard]] Value out_of_range() const noexcept { return out_of_range_; }

 private:
  void number(const Value& v) noexcept {
    if (!detail::ValueAccess::has_canonical_text(v)) return other_number(v);
    char* const p = out_.reserve(v.size());
    simd::copy(p, detail::ValueAccess::text(v), v.size());
    out_.advance_to(p + v.size());
  }
  void other_number(const Value& v) noexcept;
  void any_string(std::string_view text, Place place) noexcept;

  Output& out_;
  bool contextual_;
  bool round_numbers_;
  Value out_of_range_;
};

/// out_of_range with the value, the range and the remedy.
[[nodiscard]] Error out_of_range_error(std::string_view lexeme, std::uint64_t offset);

}  // namespace laconic::gcf

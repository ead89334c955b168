// split_window.hpp - the starts of pieces in 64 bytes of ASCII, all at once.
//
// The rules of split.cpp look at each piece from its start. In ASCII nearly all of them come
// down to neighbouring classes, and then a few operations on masks with one bit per byte
// answer for the whole window. What they cannot answer (characters beyond ASCII, runs that
// leave the window) cuts the window short; the rules take over there.
#pragma once

#include <bit>
#include <cstdint>

#include "text/simd.hpp"
#include "tokens/split.hpp"

namespace laconic::tokens {

inline constexpr unsigned window_bytes = 64;

namespace window {

using Mask = std::uint64_t;

/// Bits 0 to n, inclusive.
constexpr Mask up_to(unsigned n) noexcept {
  return ~Mask{0} >> (63 - n);
}

struct Classes {
  Mask upper, lower, digit, blank, line, wide;

  static Classes of(const char* p) noexcept {
    using simd::Bytes;
    const auto lower = [](Bytes b) { return b.minus('a').at_most(25); };
    const auto upper = [](Bytes b) { return b.minus('A').at_most(25); };
    const auto digit = [](Bytes b) { return b.minus('0').at_most(9); };
    const auto blank = [](Bytes b) { return b.is(' ') | b.minus('\t').at_most(4); };
    const auto line = [](Bytes b) { return b.is('\n') | b.is('\r'); };
    const auto wide = [](Bytes b) { return b.high(); };
    return {simd::mask64(p, upper), simd::mask64(p, lower), simd::mask64(p, digit),
            simd::mask64(p, blank), simd::mask64(p, line),  simd::mask64(p, wide)};
  }
};

[[nodiscard]] inline Mask equal(const char* p, char c) noexcept {
  return simd::mask64(p, [c](simd::Bytes b) { return b.is(c); });
}

/// s, t, m, d, re, ve, ll at `p`, in any case: how many bytes, 0 for none.
[[nodiscard]] inline unsigned contraction_size(const char* p) noexcept {
  const int first = p[0] | 0x20;
  const int second = p[1] | 0x20;
  if (first == 's' || first == 't' || first == 'm' || first == 'd') return 1;
  if ((first == 'r' || first == 'v') && second == 'e') return 2;
  return first == 'l' && second == 'l' ? 2 : 0;
}

}  // namespace window

/// Bit i says that a piece starts at p[i]. A piece starts at `p`, so bit 0 is set; if it is
/// the only one, nothing is known of where that piece ends. All 64 bytes and two behind them
/// must be readable.
template <Split split>
[[nodiscard]] inline std::uint64_t window_starts(const char* p) noexcept {
  static_assert(split == Split::cl100k || split == Split::o200k);
  using window::Mask;
  const window::Classes is = window::Classes::of(p);
  const Mask letter = is.upper | is.lower;
  const Mask space = window::equal(p, ' ');
  const Mask blank = is.blank & ~is.line;
  const Mask white = is.blank;
  const Mask mark = ~(letter | is.digit | white | is.wide);

  // How far the window can be trusted: up to a wide character or the white space before it,
  // because white space is cut by what follows it.
  unsigned known = is.wide == 0 ? window_bytes : static_cast<unsigned>(std::countr_zero(is.wide));
  if (known == 0) return 1;
  // Blanks between two line ends belong to one piece with them, or not, depending on what
  // stands before the first; slashes behind a line end in o200k likewise.
  const Mask inner = blank & (is.line << 1);
  Mask doubtful = (blank + inner) & ~blank & is.line;
  if constexpr (split == Split::o200k) doubtful |= window::equal(p, '/') & (is.line << 1);
  if (doubtful != 0) {
    const auto first = static_cast<unsigned>(std::countr_zero(doubtful));
    if (first < known) known = first;
  }
  if (known == 0) return 1;
  Mask trusted = window::up_to(known - 1);
  if ((white >> (known - 1) & 1) != 0) {
    // The first character of a white run is decided by what stands before it.
    const Mask solid = ~white & trusted;
    if (solid == 0) return 1;
    const auto last = static_cast<unsigned>(63 - std::countl_zero(solid));
    trusted = window::up_to(last + 1);
  }

  const Mask mark_first = mark & ~(mark << 1) & ~(space << 1);
  const Mask mark_start = mark_first | (mark & 1);
  Mask starts = 1 | mark_first;
  // A mark or blank that starts a piece is the prefix of letters behind it. Blanks before
  // anything solid always start one.
  starts |= letter & ((is.line | is.digit) << 1);
  starts |= letter & (mark << 1) & ~(mark_start << 1);
  if constexpr (split == Split::o200k) starts |= is.upper & (is.lower << 1);
  Mask threes = is.digit & ~(is.digit << 1);
  const Mask fourth = is.digit & (is.digit << 1) & (is.digit << 2) & (is.digit << 3);
  while (threes != 0) {
    starts |= threes;
    threes = (threes << 3) & fourth;
  }
  starts |= blank & ~(white << 1);
  starts |= blank & (blank << 1) & ~(white >> 1);
  starts |= inner;
  starts |= is.line & ((letter | is.digit) << 1);

  // Contractions: in o200k part of the word before, in cl100k pieces of their own.
  Mask quotes = window::equal(p, '\'') & trusted;
  quotes &= split == Split::o200k ? letter << 1 : mark_start;
  unsigned behind = window_bytes;  // where the contraction before this one ended
  while (quotes != 0) {
    const auto at = static_cast<unsigned>(std::countr_zero(quotes));
    quotes &= quotes - 1;
    if (split == Split::o200k && at == behind) continue;  // its word has ended already
    if (at + 3 > known) {
      // In o200k whether a piece starts here depends on what is out of sight.
      trusted &= split == Split::o200k ? window::up_to(at) >> 1 : window::up_to(at);
      break;
    }
    const unsigned size = window::contraction_size(p + at + 1);
    if (size == 0) continue;
    behind = at + 1 + size;
    Mask gone = size == 1 ? Mask{2} << at : Mask{6} << at;
    if (split == Split::o200k) gone |= Mask{1} << at;
    starts &= ~gone;
    if (behind < window_bytes) starts |= letter & (Mask{1} << behind);
  }
  return (starts & trusted) | 1;
}

}  // namespace laconic::tokens

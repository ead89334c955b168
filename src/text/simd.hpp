// simd.hpp - sixteen bytes at a time, with what every x86_64 and every aarch64 has.
//
// SSE2 and NEON are part of the base instruction sets of the two machines we
// support, so no run-time choice is needed; any other machine gets plain loops.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#  include <emmintrin.h>
#elif defined(__aarch64__)
#  include <arm_neon.h>
#endif

namespace laconic::simd {

inline constexpr std::size_t width = 16;

#if defined(__SSE2__)

/// One bit per byte.
struct Mask {
  std::uint32_t bits;
  [[nodiscard]] bool any() const noexcept { return bits != 0; }
  [[nodiscard]] unsigned first() const noexcept {
    return static_cast<unsigned>(std::countr_zero(bits));
  }
  /// How many bytes from the first on are set.
  [[nodiscard]] unsigned leading() const noexcept {
    return static_cast<unsigned>(std::countr_one(bits));
  }
  /// The first of two neighbouring vectors' bytes, of which one must be set.
  static unsigned first_of(Mask a, Mask b) noexcept {
    return static_cast<unsigned>(std::countr_zero(a.bits | (b.bits << 16)));
  }
  /// Only the first `n` bytes count.
  [[nodiscard]] Mask below(std::size_t n) const noexcept {
    return {n >= width ? bits : bits & ((1U << n) - 1)};
  }
};

struct Bytes {
  __m128i v;
  static Bytes load(const char* p) noexcept {
    return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))};
  }
  void store(char* p) const noexcept { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), v); }
  [[nodiscard]] Bytes is(char c) const noexcept { return {_mm_cmpeq_epi8(v, _mm_set1_epi8(c))}; }
  /// Bytes of at most `limit`, unsigned.
  [[nodiscard]] Bytes at_most(unsigned char limit) const noexcept {
    return {_mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(static_cast<char>(limit))), v)};
  }
  [[nodiscard]] Bytes minus(char c) const noexcept { return {_mm_sub_epi8(v, _mm_set1_epi8(c))}; }
  /// In a mask: bytes of 0x80 and above as they are.
  [[nodiscard]] Bytes high() const noexcept { return {_mm_cmplt_epi8(v, _mm_setzero_si128())}; }
  friend Bytes operator|(Bytes a, Bytes b) noexcept { return {_mm_or_si128(a.v, b.v)}; }
  [[nodiscard]] Mask mask() const noexcept {
    return {static_cast<std::uint32_t>(_mm_movemask_epi8(v))};
  }
  [[nodiscard]] Mask differs(Bytes o) const noexcept {
    return {Bytes{_mm_cmpeq_epi8(v, o.v)}.mask().bits ^ 0xFFFF};
  }
};

#elif defined(__aarch64__)

/// Four bits per byte.
struct Mask {
  std::uint64_t bits;
  [[nodiscard]] bool any() const noexcept { return bits != 0; }
  [[nodiscard]] unsigned first() const noexcept {
    return static_cast<unsigned>(std::countr_zero(bits)) / 4;
  }
  [[nodiscard]] unsigned leading() const noexcept {
    return static_cast<unsigned>(std::countr_one(bits)) / 4;
  }
  /// The first of two neighbouring vectors' bytes, of which one must be set.
  static unsigned first_of(Mask a, Mask b) noexcept { return a.any() ? a.first() : 16 + b.first(); }
  [[nodiscard]] Mask below(std::size_t n) const noexcept {
    return {n >= width ? bits : bits & ((std::uint64_t{1} << (4 * n)) - 1)};
  }
};

struct Bytes {
  uint8x16_t v;
  static Bytes load(const char* p) noexcept {
    return {vld1q_u8(reinterpret_cast<const std::uint8_t*>(p))};
  }
  void store(char* p) const noexcept { vst1q_u8(reinterpret_cast<std::uint8_t*>(p), v); }
  [[nodiscard]] Bytes is(char c) const noexcept {
    return {vceqq_u8(v, vdupq_n_u8(static_cast<std::uint8_t>(c)))};
  }
  [[nodiscard]] Bytes at_most(unsigned char limit) const noexcept {
    return {vcleq_u8(v, vdupq_n_u8(limit))};
  }
  [[nodiscard]] Bytes minus(char c) const noexcept {
    return {vsubq_u8(v, vdupq_n_u8(static_cast<std::uint8_t>(c)))};
  }
  [[nodiscard]] Bytes high() const noexcept { return {vcgeq_u8(v, vdupq_n_u8(0x80))}; }
  friend Bytes operator|(Bytes a, Bytes b) noexcept { return {vorrq_u8(a.v, b.v)}; }
  [[nodiscard]] Mask mask() const noexcept {
    const uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(v), 4);
    return {vget_lane_u64(vreinterpret_u64_u8(narrow), 0)};
  }
  [[nodiscard]] Mask differs(Bytes o) const noexcept {
    return {~Bytes{vceqq_u8(v, o.v)}.mask().bits};
  }
};

#else

struct Mask {
  std::uint32_t bits;
  [[nodiscard]] bool any() const noexcept { return bits != 0; }
  [[nodiscard]] unsigned first() const noexcept {
    return static_cast<unsigned>(std::countr_zero(bits));
  }
  [[nodiscard]] unsigned leading() const noexcept {
    return static_cast<unsigned>(std::countr_one(bits));
  }
  static unsigned first_of(Mask a, Mask b) noexcept { return a.any() ? a.first() : 16 + b.first(); }
  [[nodiscard]] Mask below(std::size_t n) const noexcept {
    return {n >= width ? bits : bits & ((1U << n) - 1)};
  }
};

struct Bytes {
  unsigned char v[width];
  static Bytes load(const char* p) noexcept {
    Bytes b;
    std::memcpy(b.v, p, width);
    return b;
  }
  void store(char* p) const noexcept { std::memcpy(p, v, width); }
  template <class Test>
  [[nodiscard]] Bytes each(Test test) const noexcept {
    Bytes b;
    for (std::size_t i = 0; i < width; ++i)
      b.v[i] = test(v[i]) ? 0xFF : 0;
    return b;
  }
  [[nodiscard]] Bytes is(char c) const noexcept {
    return each([c](unsigned char b) { return b == static_cast<unsigned char>(c); });
  }
  [[nodiscard]] Bytes at_most(unsigned char limit) const noexcept {
    return each([limit](unsigned char b) { return b <= limit; });
  }
  [[nodiscard]] Bytes minus(char c) const noexcept {
    Bytes b;
    for (std::size_t i = 0; i < width; ++i)
      b.v[i] = static_cast<unsigned char>(v[i] - c);
    return b;
  }
  [[nodiscard]] Bytes high() const noexcept {
    return each([](unsigned char b) { return b >= 0x80; });
  }
  friend Bytes operator|(Bytes a, Bytes b) noexcept {
    for (std::size_t i = 0; i < width; ++i)
      a.v[i] |= b.v[i];
    return a;
  }
  [[nodiscard]] Mask mask() const noexcept {
    Mask m{0};
    for (std::size_t i = 0; i < width; ++i)
      m.bits |= static_cast<std::uint32_t>(v[i] >> 7) << i;
    return m;
  }
  [[nodiscard]] Mask differs(Bytes o) const noexcept {
    Mask m{0};
    for (std::size_t i = 0; i < width; ++i)
      m.bits |= static_cast<std::uint32_t>(v[i] != o.v[i]) << i;
    return m;
  }
};

#endif

/// One bit for each of the 64 bytes at `p` that `classify` (Bytes to Bytes) marks.
template <class Classify>
[[nodiscard]] inline std::uint64_t mask64(const char* p, Classify classify) noexcept {
#if defined(__aarch64__)
  // Keep one bit of each marked byte, then add neighbours up until 64 bits are left.
  const uint8x16_t weights = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
  const uint8x16_t a = vandq_u8(classify(Bytes::load(p)).v, weights);
  const uint8x16_t b = vandq_u8(classify(Bytes::load(p + 16)).v, weights);
  const uint8x16_t c = vandq_u8(classify(Bytes::load(p + 32)).v, weights);
  const uint8x16_t d = vandq_u8(classify(Bytes::load(p + 48)).v, weights);
  const uint8x16_t sum = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
#else
  std::uint64_t mask = 0;
  for (unsigned i = 0; i < 4; ++i) {
    mask |= std::uint64_t{classify(Bytes::load(p + i * width)).mask().bits} << (i * width);
  }
  return mask;
#endif
}

/// The first byte that `classify` (Bytes to Bytes) marks, at or behind `p`; there must be
/// one. Two vectors at a time: most tokens are shorter, so the way is the same for all.
template <class Classify>
[[nodiscard]] inline const char* find(const char* p, Classify classify) noexcept {
  while (true) {
    const Mask a = classify(Bytes::load(p)).mask();
    const Mask b = classify(Bytes::load(p + width)).mask();
    if ((a.bits | b.bits) != 0) return p + Mask::first_of(a, b);
    p += 2 * width;
  }
}

/// How many of the bytes at `p` are digits; needs a vector of readable bytes behind them.
[[nodiscard]] inline std::size_t count_digits(const char* p) noexcept {
  std::size_t count = 0;
  while (true) {
    const unsigned run = Bytes::load(p + count).minus('0').at_most(9).mask().leading();
    count += run;
    if (run != width) return count;
  }
}

/// Compares `size` bytes in whole vectors: both sides need `width` bytes to spare.
[[nodiscard]] inline bool equal(const char* a, const char* b, std::size_t size) noexcept {
  for (std::size_t i = 0; i < size; i += width) {
    if (Bytes::load(a + i).differs(Bytes::load(b + i)).below(size - i).any()) return false;
  }
  return true;
}

/// Copies `size` bytes in whole vectors: both sides need `width` bytes to spare.
inline void copy(char* to, const char* from, std::size_t size) noexcept {
  Bytes::load(from).store(to);
  for (std::size_t i = width; i < size; i += width)
    Bytes::load(from + i).store(to + i);
}

}  // namespace laconic::simd

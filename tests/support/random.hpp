// random.hpp - the same random numbers on every machine, from a seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace laconic::support {

/// splitmix64: every seed is a good seed, and so is the next one.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// 0 .. n-1; the slight bias does not matter here.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }
  /// low .. high
  std::size_t between(std::size_t low, std::size_t high) { return low + below(high - low + 1); }
  bool chance(unsigned percent) { return next() % 100 < percent; }
  template <class T>
  const T& pick(std::span<const T> from) {
    return from[below(from.size())];
  }

 private:
  std::uint64_t state_;
};

}  // namespace laconic::support

// pair_table.hpp - from two neighbouring numbers to what they become.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace laconic::tokens {

/// An open hash table. Immutable use is safe from any thread.
class PairTable {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  struct Merge {
    std::uint32_t order = none;  ///< smaller merges first; none when the pair has no entry
    std::uint32_t id = none;
  };

  /// Room for that many pairs without growing.
  void reserve(std::size_t pairs);
  /// A pair that is there already gets the new values.
  void set(std::uint32_t left, std::uint32_t right, Merge merge);
  [[nodiscard]] Merge find(std::uint32_t left, std::uint32_t right) const noexcept {
    const std::uint64_t key = key_of(left, right);
    for (std::size_t slot = home(key);; ++slot) {
      const Slot& found = slots_[slot & mask_];
      if (found.key == key) return found.merge;
      if (found.key == free_key) return {};
    }
  }
  [[nodiscard]] std::size_t size() const noexcept { return used_; }

 private:
  /// No pair of two ids: ids are smaller.
  static constexpr std::uint64_t free_key = 0xFFFFFFFFFFFFFFFF;
  struct Slot {
    std::uint64_t key = free_key;
    Merge merge;
  };

  static std::uint64_t key_of(std::uint32_t left, std::uint32_t right) noexcept {
    return std::uint64_t{left} << 32 | right;
  }
  [[nodiscard]] std::size_t home(std::uint64_t key) const noexcept {
    return static_cast<std::size_t>((key ^ key >> 29) * 0x9E3779B97F4A7C15U >> 32);
  }

  std::vector<Slot> slots_ = std::vector<Slot>(1);
  std::size_t mask_ = 0;
  std::size_t used_ = 0;
};

}  // namespace laconic::tokens

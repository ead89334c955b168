// pair_table.cpp - filling the table.
#include "tokens/pair_table.hpp"

#include <bit>
#include <utility>

namespace laconic::tokens {

void PairTable::reserve(std::size_t pairs) {
  const std::size_t wanted = std::bit_ceil(pairs * 2 + 2);
  if (wanted <= slots_.size()) return;
  const std::vector<Slot> before = std::exchange(slots_, std::vector<Slot>(wanted));
  mask_ = wanted - 1;
  for (const Slot& slot : before) {
    if (slot.key == free_key) continue;
    std::size_t at = home(slot.key);
    while (slots_[at & mask_].key != free_key)
      ++at;
    slots_[at & mask_] = slot;
  }
}

void PairTable::set(std::uint32_t left, std::uint32_t right, Merge merge) {
  reserve(used_ + 1);
  const std::uint64_t key = key_of(left, right);
  std::size_t at = home(key);
  while (slots_[at & mask_].key != free_key && slots_[at & mask_].key != key)
    ++at;
  Slot& slot = slots_[at & mask_];
  if (slot.key == free_key) ++used_;
  slot = {key, merge};
}

}  // namespace laconic::tokens

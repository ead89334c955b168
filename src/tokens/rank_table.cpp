// rank_table.cpp - the search for long tokens, and for short ones that found their place taken.
#include "tokens/rank_table.hpp"

namespace laconic::tokens {

std::uint64_t hash_long(std::string_view bytes) noexcept {
  std::uint64_t hash = bytes.size() * 0x9E3779B97F4A7C15U;
  const auto mix = [&hash](std::uint64_t word) {
    hash = (hash ^ word) * 0x9FB21C651E98DF25U;
    hash ^= hash >> 29;
  };
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, 8);
    mix(word);
  }
  if (at < bytes.size()) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, bytes.size() - at);
    mix(word);
  }
  return hash * 0x9E3779B97F4A7C15U;
}

std::uint32_t RankTable::find_behind(const ShortKey& key, const ShortKey* slot) const noexcept {
  while (true) {
    ++slot;
    if (key.same(*slot)) return slot->rank();
    if (slot->empty()) return no_rank;
  }
}

std::uint32_t RankTable::find_long(std::string_view text) const noexcept {
  if (text.size() > header_->longest) return no_rank;
  const auto* slots = reinterpret_cast<const std::uint64_t*>(block_ + header_->long_at);
  const std::uint32_t mask = header_->long_slots - 1;
  const std::uint64_t hash = hash_long(text);
  const auto tag = static_cast<std::uint32_t>(hash);
  for (auto slot = static_cast<std::uint32_t>(hash >> 32);; ++slot) {
    const std::uint64_t entry = slots[slot & mask];
    if (entry == 0) return no_rank;
    if (static_cast<std::uint32_t>(entry >> 32) != tag) continue;
    const auto rank = static_cast<std::uint32_t>(entry) - 1;
    if (bytes(rank) == text) return rank;
  }
}

}  // namespace laconic::tokens

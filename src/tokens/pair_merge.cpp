// pair_merge.cpp - an array scan for short pieces, a heap over a linked list for long ones.
#include "tokens/pair_merge.hpp"

#include <algorithm>
#include <functional>

namespace laconic::tokens {
namespace {

constexpr std::size_t few = 32;
/// In `next_`: nothing follows, and: the symbol has become part of the one before.
constexpr std::uint32_t last = 0xFFFFFFFF;
constexpr std::uint32_t gone = 0xFFFFFFFE;

}  // namespace

std::size_t PairMerger::merge(std::span<std::uint32_t> ids) {
  if (ids.size() < 2) return ids.size();
  return ids.size() <= few ? merge_few(ids) : merge_many(ids);
}

std::size_t PairMerger::merge_few(std::span<std::uint32_t> ids) const {
  PairTable::Merge pair[few];
  std::size_t count = ids.size();
  for (std::size_t i = 0; i + 1 < count; ++i)
    pair[i] = pairs_.find(ids[i], ids[i + 1]);
  while (count > 1) {
    std::size_t best = 0;
    for (std::size_t i = 1; i + 1 < count; ++i) {
      if (pair[i].order < pair[best].order) best = i;
    }
    if (pair[best].order == PairTable::none) break;
    ids[best] = pair[best].id;
    --count;
    for (std::size_t i = best + 1; i < count; ++i) {
      ids[i] = ids[i + 1];
      pair[i - 1] = pair[i];
    }
    if (best + 1 < count) pair[best] = pairs_.find(ids[best], ids[best + 1]);
    if (best > 0) pair[best - 1] = pairs_.find(ids[best - 1], ids[best]);
  }
  return count;
}

void PairMerger::enter(std::span<const std::uint32_t> ids, std::uint32_t at) {
  if (next_[at] == last) return;
  const PairTable::Merge merge = pairs_.find(ids[at], ids[next_[at]]);
  if (merge.order == PairTable::none) return;
  heap_.push_back(std::uint64_t{merge.order} << 32 | at);
  std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
}

std::size_t PairMerger::merge_many(std::span<std::uint32_t> ids) {
  const auto size = static_cast<std::uint32_t>(ids.size());
  next_.resize(size);
  before_.resize(size);
  heap_.clear();
  for (std::uint32_t i = 0; i < size; ++i) {
    next_[i] = i + 1 == size ? last : i + 1;
    before_[i] = i == 0 ? last : i - 1;
    if (i + 1 == size) break;
    const PairTable::Merge merge = pairs_.find(ids[i], ids[i + 1]);
    if (merge.order != PairTable::none) heap_.push_back(std::uint64_t{merge.order} << 32 | i);
  }
  std::make_heap(heap_.begin(), heap_.end(), std::greater<>());
  while (!heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    const auto at = static_cast<std::uint32_t>(heap_.back());
    const auto order = static_cast<std::uint32_t>(heap_.back() >> 32);
    heap_.pop_back();
    const std::uint32_t right = next_[at];
    if (right == gone || right == last) continue;
    // The symbols may have changed since the pair was entered.
    const PairTable::Merge merge = pairs_.find(ids[at], ids[right]);
    if (merge.order != order) continue;
    ids[at] = merge.id;
    next_[at] = next_[right];
    next_[right] = gone;
    if (next_[at] != last) before_[next_[at]] = at;
    enter(ids, at);
    if (before_[at] != last) enter(ids, before_[at]);
  }
  std::size_t count = 0;
  for (std::uint32_t at = 0; at != last; at = next_[at])
    ids[count++] = ids[at];
  return count;
}

}  // namespace laconic::tokens

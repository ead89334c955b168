// byte_pair.cpp - byte-pair merging by rank: an array scan for short pieces, a heap for long.
#include "tokens/byte_pair.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <memory>
#include <new>
#include <string_view>

namespace laconic::tokens {
namespace {

/// Looks parts of one piece up.
class Parts {
 public:
  Parts(const RankTable& table, const char* piece, const char* limit) noexcept
      : table_(table), piece_(piece), limit_(limit) {}

  [[nodiscard]] std::uint32_t two(std::size_t start) const noexcept {
    std::uint16_t bytes = 0;
    std::memcpy(&bytes, piece_ + start, 2);
    return table_.find_two(bytes);
  }
  [[nodiscard]] std::uint32_t rank(std::size_t start, std::size_t size) const noexcept {
    const char* p = piece_ + start;
    if (size > ShortKey::longest) return table_.find_long({p, size});
    if (limit_ - p >= 16) return table_.find(ShortKey::load(p, size));
    char padded[16] = {};
    std::memcpy(padded, p, size);
    return table_.find(ShortKey::load(padded, size));
  }

 private:
  const RankTable& table_;
  const char* piece_;
  const char* limit_;
};

constexpr std::size_t scan_limit = 63;

/// Pieces whose parts fit the bits of one word: bit i of `starts` says that a part starts at
/// byte i, and `pair[i]` holds the rank of that part with the next, then its place, so that
/// the smallest is the next to merge.
std::size_t merge_by_scan(const Parts& parts, std::size_t size, std::vector<std::uint32_t>* ids) {
  constexpr unsigned place_bits = 6;
  constexpr std::uint32_t none = 0xFFFFFFFF;
  std::uint32_t pair[scan_limit + 1];
  for (std::size_t i = 0; i + 1 < size; ++i) {
    const std::uint32_t rank = parts.two(i);
    pair[i] = rank == no_rank ? none : rank << place_bits | static_cast<std::uint32_t>(i);
  }
  // The bit behind the last part bounds the searches.
  std::uint64_t starts = (std::uint64_t{2} << size) - 1;
  const auto next = [&](std::size_t at) -> std::size_t {
    return static_cast<std::size_t>(std::countr_zero(starts & (~std::uint64_t{1} << at)));
  };
  const auto join = [&](std::size_t at, std::size_t end) {
    const std::uint32_t rank = parts.rank(at, end - at);
    pair[at] = rank == no_rank ? none : rank << place_bits | static_cast<std::uint32_t>(at);
  };
  while (true) {
    std::uint32_t best = none;
    for (std::size_t i = 0; i + 1 < size; ++i)
      best = std::min(best, pair[i]);
    if (best == none) break;
    const std::size_t at = best & ((1U << place_bits) - 1);
    const std::size_t gone = next(at);
    starts &= ~(std::uint64_t{1} << gone);
    const std::size_t end = next(at);
    if (gone + 1 < size) pair[gone] = none;
    if (end < size) {
      join(at, next(end));
    } else {
      pair[at] = none;
    }
    if (at != 0) {
      const std::uint64_t before = starts & ((std::uint64_t{1} << at) - 1);
      join(static_cast<std::size_t>(63 - std::countl_zero(before)), end);
    }
  }
  if (ids != nullptr) {
    for (std::size_t at = 0; at < size; at = next(at))
      ids->push_back(parts.rank(at, next(at) - at));
  }
  return static_cast<std::size_t>(std::popcount(starts)) - 1;
}

/// Memory for merging `n` bytes: every merge enters at most two pairs.
template <class Index>
struct Scratch {
  Index* size;           ///< of the part that starts here, 0 if none does
  Index* before;         ///< where the part before it starts
  std::uint64_t* pairs;  ///< a heap of rank << 32 | start
};

template <class Index>
std::size_t merge_by_heap(const RankTable& table, const Parts& parts, std::size_t n,
                          Scratch<Index> scratch, std::vector<std::uint32_t>* ids) {
  std::size_t pairs = 0;
  const auto lowest_first = std::greater<>();
  for (std::size_t i = 0; i < n; ++i) {
    scratch.size[i] = 1;
    scratch.before[i] = static_cast<Index>(i == 0 ? 0 : i - 1);
    if (i + 1 == n) break;
    const std::uint32_t rank = parts.two(i);
    if (rank != no_rank) scratch.pairs[pairs++] = std::uint64_t{rank} << 32 | i;
  }
  std::make_heap(scratch.pairs, scratch.pairs + pairs, lowest_first);
  const auto enter = [&](std::size_t start) {
    const std::size_t next = start + scratch.size[start];
    if (next >= n) return;
    const std::uint32_t rank = parts.rank(start, scratch.size[start] + scratch.size[next]);
    if (rank == no_rank) return;
    scratch.pairs[pairs++] = std::uint64_t{rank} << 32 | start;
    std::push_heap(scratch.pairs, scratch.pairs + pairs, lowest_first);
  };
  std::size_t count = n;
  while (pairs != 0) {
    std::pop_heap(scratch.pairs, scratch.pairs + pairs, lowest_first);
    const std::uint64_t pair = scratch.pairs[--pairs];
    const std::size_t start = pair & 0xFFFFFFFF;
    const std::size_t size = scratch.size[start];
    const std::size_t next = start + size;
    if (size == 0 || next >= n) continue;
    // Parts at a place only grow, so a pair of another total length is out of date.
    const std::size_t total = size + scratch.size[next];
    if (table.bytes(static_cast<std::uint32_t>(pair >> 32)).size() != total) continue;
    scratch.size[next] = 0;
    scratch.size[start] = static_cast<Index>(total);
    if (start + total < n) scratch.before[start + total] = static_cast<Index>(start);
    --count;
    enter(start);
    if (start != 0) enter(scratch.before[start]);
  }
  if (ids != nullptr) {
    for (std::size_t i = 0; i < n; i += scratch.size[i])
      ids->push_back(parts.rank(i, scratch.size[i]));
  }
  return count;
}

constexpr std::size_t stack_limit = 2048;

}  // namespace

std::size_t merge_bytes(const RankTable& table, const char* piece, std::size_t size,
                        const char* limit, std::vector<std::uint32_t>* ids) {
  const Parts parts(table, piece, limit);
  if (size <= scan_limit) return merge_by_scan(parts, size, ids);
  if (size <= stack_limit) {
    std::uint16_t sizes[stack_limit];
    std::uint16_t before[stack_limit];
    std::uint64_t pairs[3 * stack_limit];
    return merge_by_heap<std::uint16_t>(table, parts, size, {sizes, before, pairs}, ids);
  }
  const std::unique_ptr<std::uint32_t[]> sizes(new (std::nothrow) std::uint32_t[size]);
  const std::unique_ptr<std::uint32_t[]> before(new (std::nothrow) std::uint32_t[size]);
  const std::unique_ptr<std::uint64_t[]> pairs(new (std::nothrow) std::uint64_t[3 * size]);
  if (!sizes || !before || !pairs) return 0;
  return merge_by_heap<std::uint32_t>(table, parts, size, {sizes.get(), before.get(), pairs.get()},
                                      ids);
}

}  // namespace laconic::tokens

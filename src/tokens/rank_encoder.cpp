// rank_encoder.cpp - cuts a text into pieces and looks them up.
#include "tokens/rank_encoder.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "tokens/byte_pair.hpp"
#include "tokens/split_window.hpp"

namespace laconic::tokens {
namespace {

/// Behind the start of a window: its bytes, and what a lookup of its last piece reads.
constexpr std::ptrdiff_t room = window_bytes + 16;

/// Calls `visit(piece, size, limit)` for each piece. 16 bytes can be read at `piece`, and
/// nothing from `limit` on.
template <Split split, class Visit>
void walk(std::string_view text, Visit& visit) {
  const char* p = text.data();
  const char* end = p + text.size();
  while (end - p >= room) {
    std::uint64_t starts = 1;
    if constexpr (split == Split::cl100k || split == Split::o200k) starts = window_starts<split>(p);
    if (starts == 1) {
      const char* next = piece_end(split, p, end);
      visit(p, static_cast<std::size_t>(next - p), end);
      p = next;
      continue;
    }
    unsigned at = 0;
    for (starts &= starts - 1; starts != 0; starts &= starts - 1) {
      const auto next = static_cast<unsigned>(std::countr_zero(starts));
      visit(p + at, next - at, end);
      at = next;
    }
    p += at;
  }
  // The rest moves to where reading past its end is allowed.
  char padded[room + 16] = {};
  const auto rest = static_cast<std::size_t>(end - p);
  if (rest != 0) std::memcpy(padded, p, rest);
  p = padded;
  end = padded + rest;
  while (p != end) {
    const char* next = piece_end(split, p, end);
    visit(p, static_cast<std::size_t>(next - p), padded + sizeof padded);
    p = next;
  }
}

/// Counts. Pieces that are no token are remembered with their count for the length of one
/// call: tables and prose repeat themselves.
class Counter {
 public:
  /// The cache costs its cleaning, so a short text gets a small one.
  Counter(const RankTable& table, std::size_t text_size) noexcept : table_(table) {
    const std::size_t slots = std::bit_ceil(std::clamp(text_size / 16, least_slots, most_slots));
    cache_shift_ = static_cast<unsigned>(64 - std::countr_zero(slots));
    std::memset(static_cast<void*>(cache_), 0, slots * sizeof cache_[0]);
  }

  void operator()(const char* piece, std::size_t size, const char* limit) {
    if (size <= ShortKey::longest) {
      const ShortKey key = ShortKey::load(piece, size);
      const ShortKey* slot = table_.home(key);
      if (key.same(*slot)) {
        ++count_;
        return;
      }
      count_ += short_piece(key, slot, piece, size, limit);
    } else if (table_.find_long({piece, size}) != no_rank) {
      ++count_;
    } else {
      add(merge_bytes(table_, piece, size, limit, nullptr));
    }
  }

  [[nodiscard]] bool ok() const noexcept { return ok_; }
  [[nodiscard]] std::size_t count() const noexcept { return count_; }

 private:
  static constexpr std::size_t least_slots = 64;
  static constexpr std::size_t most_slots = 4096;

  [[gnu::noinline]] std::size_t short_piece(const ShortKey& key, const ShortKey* slot,
                                            const char* piece, std::size_t size,
                                            const char* limit) {
    if (slot->has_more() && table_.find_behind(key, slot) != no_rank) return 1;
    ShortKey& known = cache_[key.hash() >> cache_shift_];
    if (!key.same(known)) {
      known = key;
      known.high |= std::uint64_t{merge_bytes(table_, piece, size, limit, nullptr)}
                    << ShortKey::rank_at;
    }
    return known.rank();
  }

  void add(std::size_t parts) noexcept {
    ok_ = ok_ && parts != 0;
    count_ += parts;
  }

  const RankTable& table_;
  std::size_t count_ = 0;
  bool ok_ = true;
  unsigned cache_shift_;
  ShortKey cache_[most_slots];
};

class Lister {
 public:
  Lister(const RankTable& table, std::vector<std::uint32_t>& ids) noexcept
      : table_(table), ids_(ids) {}

  void operator()(const char* piece, std::size_t size, const char* limit) {
    const std::uint32_t rank = size <= ShortKey::longest ? table_.find(ShortKey::load(piece, size))
                                                         : table_.find_long({piece, size});
    if (rank != no_rank) {
      ids_.push_back(rank);
    } else if (merge_bytes(table_, piece, size, limit, &ids_) == 0) {
      ok_ = false;
    }
  }

  [[nodiscard]] bool ok() const noexcept { return ok_; }

 private:
  const RankTable& table_;
  std::vector<std::uint32_t>& ids_;
  bool ok_ = true;
};

template <class Visit>
void walk_any(Split split, std::string_view text, Visit& visit) {
  switch (split) {
    case Split::gpt2: return walk<Split::gpt2>(text, visit);
    case Split::cl100k: return walk<Split::cl100k>(text, visit);
    case Split::o200k: return walk<Split::o200k>(text, visit);
    default: return walk<Split::tekken>(text, visit);
  }
}

}  // namespace

bool count_by_rank(const RankTable& table, Split split, std::string_view text, std::size_t& count) {
  Counter counter(table, text.size());
  walk_any(split, text, counter);
  count = counter.count();
  return counter.ok();
}

bool encode_by_rank(const RankTable& table, Split split, std::string_view text,
                    std::vector<std::uint32_t>& ids) {
  Lister lister(table, ids);
  walk_any(split, text, lister);
  return lister.ok();
}

}  // namespace laconic::tokens

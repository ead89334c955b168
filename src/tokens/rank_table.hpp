// rank_table.hpp - from the bytes of a token to its rank, in a layout that is used in place.
//
// The table is one block of memory without pointers. For the built-in vocabularies it is
// laid out when laconic is built and becomes part of the program, so nothing is read or
// built at start; for vocabularies from files it is laid out in memory by the same code.
//
// Tokens of up to 13 bytes, nearly all, live in slots of 16 bytes that hold the bytes, the
// length and the rank, so that one cache line answers. They are entered in rank order, so
// that the frequent ones sit where the search starts. Longer ones are found by a hash and
// compared with the list of all tokens, which also serves decoding.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace laconic::tokens {

inline constexpr std::uint32_t no_rank = 0xFFFFFFFF;
inline constexpr std::uint32_t max_tokens = 1U << 19;
inline constexpr unsigned max_token_bytes = 1024;
/// A search that passes the last slot goes on in these instead of turning around; the last
/// of them stays empty.
inline constexpr std::uint32_t spill_slots = 256;

/// The bytes of a short token, its length, and in a slot its rank in the top 19 bits. The
/// bit below those says of a slot that a token whose search starts there lies behind it.
struct ShortKey {
  static constexpr unsigned longest = 13;
  static constexpr unsigned length_at = 40;
  static constexpr unsigned more_at = 44;
  static constexpr unsigned rank_at = 45;
  static constexpr std::uint64_t same_mask = (std::uint64_t{1} << more_at) - 1;

  std::uint64_t low;
  std::uint64_t high;

  /// `size` is 1 to 13; 16 bytes must be readable.
  static ShortKey load(const char* p, std::size_t size) noexcept {
    static_assert(std::endian::native == std::endian::little);
    ShortKey key;
    std::memcpy(&key.low, p, 8);
    std::memcpy(&key.high, p + 8, 8);
    // Shifting twice keeps the distance below 64.
    const std::size_t low_bits = 8 * (size < 8 ? 8 - size : 0);
    const std::size_t high_bits = 8 * (size > 8 ? 16 - size : 8);
    key.low = key.low << low_bits >> low_bits;
    key.high = key.high << (high_bits / 2) << (high_bits / 2) >> (high_bits / 2) >> (high_bits / 2);
    key.high |= std::uint64_t{size} << length_at;
    return key;
  }
  [[nodiscard]] bool same(const ShortKey& slot) const noexcept {
    return ((low ^ slot.low) | ((high ^ slot.high) & same_mask)) == 0;
  }
  [[nodiscard]] bool has_more() const noexcept { return (high >> more_at & 1) != 0; }
  [[nodiscard]] bool empty() const noexcept { return (high & same_mask) == 0; }
  [[nodiscard]] std::uint32_t rank() const noexcept {
    return static_cast<std::uint32_t>(high >> rank_at);
  }
  [[nodiscard]] std::uint64_t hash() const noexcept {
    return (low ^ (high * 0x9FB21C651E98DF25U)) * 0x9E3779B97F4A7C15U;
  }
};

/// Where the parts of the block are, in bytes from its start.
struct RankHeader {
  char magic[8];
  std::uint32_t tokens;       ///< ranks run below this number, perhaps with gaps
  std::uint32_t longest;      ///< bytes of the longest token
  std::uint32_t short_slots;  ///< spill_slots more follow
  std::uint32_t long_slots;   ///< a power of two
  std::uint64_t short_at;
  std::uint64_t twos_at;    ///< 32 bits for each two bytes
  std::uint64_t long_at;    ///< 64 bits each: the rank + 1, and 32 bits of the hash
  std::uint64_t starts_at;  ///< 32 bits each, tokens + 1 of them
  std::uint64_t bytes_at;
  std::uint64_t size;
};

class RankTable {
 public:
  /// The block must stay and be aligned to 16 bytes.
  explicit RankTable(const void* block) noexcept
      : block_(static_cast<const char*>(block)),
        header_(static_cast<const RankHeader*>(block)),
        slots_(reinterpret_cast<const ShortKey*>(block_ + header_->short_at)),
        twos_(reinterpret_cast<const std::uint32_t*>(block_ + header_->twos_at)),
        slot_count_(header_->short_slots) {}

  [[nodiscard]] std::uint32_t tokens() const noexcept { return header_->tokens; }
  [[nodiscard]] unsigned longest() const noexcept { return header_->longest; }
  /// The bytes of a rank; empty for a gap.
  [[nodiscard]] std::string_view bytes(std::uint32_t rank) const noexcept {
    const auto* starts = reinterpret_cast<const std::uint32_t*>(block_ + header_->starts_at);
    return {block_ + header_->bytes_at + starts[rank], starts[rank + 1] - starts[rank]};
  }

  /// The rank of a short token, no_rank if there is none of these bytes.
  [[nodiscard]] std::uint32_t find(const ShortKey& key) const noexcept {
    const ShortKey* slot = home(key);
    if (key.same(*slot)) return slot->rank();
    return slot->has_more() ? find_behind(key, slot) : no_rank;
  }
  /// The search behind the first slot.
  [[nodiscard]] std::uint32_t find_behind(const ShortKey& key, const ShortKey* slot) const noexcept;
  /// The rank of two bytes, the first of them the lower half.
  [[nodiscard]] std::uint32_t find_two(std::uint16_t bytes) const noexcept { return twos_[bytes]; }
  [[nodiscard]] const ShortKey* home(const ShortKey& key) const noexcept {
    return slots_ + ((key.hash() >> 32) * slot_count_ >> 32);
  }
  /// The rank of a token of more than 13 bytes.
  [[nodiscard]] std::uint32_t find_long(std::string_view text) const noexcept;

 private:
  const char* block_;
  const RankHeader* header_;
  const ShortKey* slots_;
  const std::uint32_t* twos_;
  std::uint64_t slot_count_;
};

[[nodiscard]] std::uint64_t hash_long(std::string_view bytes) noexcept;

}  // namespace laconic::tokens

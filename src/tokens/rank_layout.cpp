// rank_layout.cpp - puts tokens into the slots of a RankTable.
#include "tokens/rank_layout.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "tokens/rank_table.hpp"

namespace laconic::tokens {
namespace {

ShortKey key_of(std::string_view token) noexcept {
  char padded[16] = {};
  std::memcpy(padded, token.data(), token.size());
  return ShortKey::load(padded, token.size());
}

struct Census {
  std::size_t shorts = 0;
  std::size_t longs = 0;
  std::size_t bytes = 0;
  std::size_t longest = 0;
};

bool take_census(std::span<const std::string_view> tokens, Census& census, std::string& fault) {
  bool single[256] = {};
  for (const std::string_view token : tokens) {
    if (token.size() > max_token_bytes) {
      fault = "a token has " + std::to_string(token.size()) + " bytes, at most " +
              std::to_string(max_token_bytes) + " are supported";
      return false;
    }
    if (token.empty()) continue;
    census.bytes += token.size();
    census.longest = std::max(census.longest, token.size());
    ++(token.size() <= ShortKey::longest ? census.shorts : census.longs);
    if (token.size() == 1) single[static_cast<unsigned char>(token[0])] = true;
  }
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (single[byte]) continue;
    fault = "the byte " + std::to_string(byte) + " is no token, so not every text can be encoded";
    return false;
  }
  return true;
}

constexpr std::uint64_t to_line(std::uint64_t bytes) noexcept {
  return (bytes + 63) / 64 * 64;
}

RankHeader plan(const Census& census, std::size_t tokens) {
  RankHeader header{};
  std::memcpy(header.magic, "LCNRNK01", 8);
  header.tokens = static_cast<std::uint32_t>(tokens);
  header.longest = static_cast<std::uint32_t>(census.longest);
  header.short_slots = static_cast<std::uint32_t>(census.shorts * 2);
  header.long_slots = static_cast<std::uint32_t>(std::bit_ceil(census.longs * 2 + 1));
  header.short_at = to_line(sizeof(RankHeader));
  header.twos_at = header.short_at + to_line((header.short_slots + spill_slots) * sizeof(ShortKey));
  header.long_at = header.twos_at + 65536 * sizeof(std::uint32_t);
  header.starts_at = header.long_at + to_line(header.long_slots * sizeof(std::uint64_t));
  header.bytes_at = header.starts_at + to_line((tokens + 1) * sizeof(std::uint32_t));
  header.size = header.bytes_at + to_line(census.bytes + 16);
  return header;
}

}  // namespace

bool lay_out_ranks(std::span<const std::string_view> tokens, RankBlock& block, std::string& fault) {
  if (tokens.size() > max_tokens) {
    fault = std::to_string(tokens.size()) + " tokens, at most " + std::to_string(max_tokens) +
            " are supported";
    return false;
  }
  Census census;
  if (!take_census(tokens, census, fault)) return false;
  const RankHeader header = plan(census, tokens.size());
  block.size = header.size;
  block.lines.assign(header.size / sizeof(RankBlock::Line), RankBlock::Line{});
  char* base = reinterpret_cast<char*>(block.lines.data());
  std::memcpy(base, &header, sizeof header);
  const RankTable table(base);
  auto* shorts = reinterpret_cast<ShortKey*>(base + header.short_at);
  auto* twos = reinterpret_cast<std::uint32_t*>(base + header.twos_at);
  std::fill_n(twos, 65536, no_rank);
  auto* longs = reinterpret_cast<std::uint64_t*>(base + header.long_at);
  auto* starts = reinterpret_cast<std::uint32_t*>(base + header.starts_at);
  char* bytes = base + header.bytes_at;
  std::uint32_t used = 0;
  for (std::uint32_t rank = 0; rank < tokens.size(); ++rank) {
    const std::string_view token = tokens[rank];
    starts[rank] = used;
    starts[rank + 1] = used;
    if (token.empty()) continue;
    if (token.size() <= ShortKey::longest) {
      ShortKey key = key_of(token);
      ShortKey* const home = shorts + (table.home(key) - shorts);
      ShortKey* slot = home;
      while (!slot->empty() && !key.same(*slot))
        ++slot;
      if (!slot->empty()) {
        fault = "the tokens " + std::to_string(slot->rank()) + " and " + std::to_string(rank) +
                " have the same bytes";
        return false;
      }
      if (slot >= shorts + header.short_slots + spill_slots - 1) {
        fault = "the tokens cannot be laid out: too many begin their search at the same place";
        return false;
      }
      if (slot != home) home->high |= std::uint64_t{1} << ShortKey::more_at;
      key.high |= std::uint64_t{rank} << ShortKey::rank_at;
      *slot = key;
      if (token.size() == 2) twos[key.low] = rank;
    } else {
      if (const std::uint32_t other = table.find_long(token); other != no_rank) {
        fault = "the tokens " + std::to_string(other) + " and " + std::to_string(rank) +
                " have the same bytes";
        return false;
      }
      const std::uint64_t hash = hash_long(token);
      auto slot = static_cast<std::uint32_t>(hash >> 32);
      while (longs[slot & (header.long_slots - 1)] != 0)
        ++slot;
      longs[slot & (header.long_slots - 1)] = (hash << 32) | (rank + 1);
    }
    std::memcpy(bytes + used, token.data(), token.size());
    used += static_cast<std::uint32_t>(token.size());
    starts[rank + 1] = used;
  }
  return true;
}

bool unpack_ranks(std::string_view packed, std::vector<std::string_view>& tokens) {
  for (std::size_t at = 0; at < packed.size();) {
    const auto size = static_cast<unsigned char>(packed[at]);
    if (size > packed.size() - at - 1) return false;
    tokens.push_back(packed.substr(at + 1, size));
    at += 1 + std::size_t{size};
  }
  return true;
}

}  // namespace laconic::tokens

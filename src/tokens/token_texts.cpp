// token_texts.cpp - a list of texts and a table of hashes over it.
#include "tokens/token_texts.hpp"

#include <algorithm>
#include <bit>

#include "tokens/rank_table.hpp"

namespace laconic::tokens {

bool TokenTexts::fill(std::span<const TokenText> tokens, std::string& fault) {
  std::size_t bytes = 0;
  std::uint32_t largest = 0;
  for (const TokenText& token : tokens) {
    if (token.id >= max_loaded_ids) {
      fault = "the id " + std::to_string(token.id) + " is too large: ids are below " +
              std::to_string(max_loaded_ids);
      return false;
    }
    largest = std::max(largest, token.id);
    bytes += token.text.size();
  }
  if (bytes >= gap) {
    fault = "the texts of the tokens have more than 4 GiB";
    return false;
  }
  bytes_.reserve(bytes);
  places_.assign(tokens.empty() ? 0 : largest + 1, {});
  slots_.assign(std::bit_ceil(tokens.size() * 2 + 1), 0);
  for (const TokenText& token : tokens) {
    if (has(token.id)) {
      fault = "the id " + std::to_string(token.id) + " occurs twice";
      return false;
    }
    places_[token.id] = {static_cast<std::uint32_t>(bytes_.size()),
                         static_cast<std::uint32_t>(token.text.size())};
    bytes_.append(token.text);
    if (!token.findable) continue;
    if (const std::uint32_t other = find(token.text); other != no_token) {
      fault = "the tokens " + std::to_string(other) + " and " + std::to_string(token.id) +
              " have the same text";
      return false;
    }
    longest_ = std::max(longest_, token.text.size());
    const std::uint64_t hash = hash_long(token.text);
    std::size_t slot = static_cast<std::uint32_t>(hash);
    while (slots_[slot & (slots_.size() - 1)] != 0)
      ++slot;
    slots_[slot & (slots_.size() - 1)] = hash >> 32 << 32 | (token.id + 1);
  }
  return true;
}

std::uint32_t TokenTexts::find(std::string_view wanted) const noexcept {
  if (wanted.size() > longest_ || slots_.empty()) return no_token;
  const std::uint64_t hash = hash_long(wanted);
  for (std::size_t slot = static_cast<std::uint32_t>(hash);; ++slot) {
    const std::uint64_t entry = slots_[slot & (slots_.size() - 1)];
    if (entry == 0) return no_token;
    if (entry >> 32 != hash >> 32) continue;
    const auto id = static_cast<std::uint32_t>(entry) - 1;
    if (text(id) == wanted) return id;
  }
}

}  // namespace laconic::tokens

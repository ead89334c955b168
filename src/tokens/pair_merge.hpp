// pair_merge.hpp - merges the symbols of a piece by a list of pairs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tokens/pair_table.hpp"

namespace laconic::tokens {

/// Keeps its scratch memory from piece to piece; one per thread.
class PairMerger {
 public:
  explicit PairMerger(const PairTable& pairs) noexcept : pairs_(pairs) {}

  /// Merges neighbours, the pair of lowest order first and the leftmost on a tie, until no
  /// pair is left. What remains stands at the front; the answer is how many that are.
  [[nodiscard]] std::size_t merge(std::span<std::uint32_t> ids);

 private:
  std::size_t merge_few(std::span<std::uint32_t> ids) const;
  std::size_t merge_many(std::span<std::uint32_t> ids);
  void enter(std::span<const std::uint32_t> ids, std::uint32_t at);

  const PairTable& pairs_;
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> before_;
  std::vector<std::uint64_t> heap_;  ///< order << 32 | place of the left symbol
};

}  // namespace laconic::tokens

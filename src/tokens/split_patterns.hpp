// split_patterns.hpp - which regular expressions the split rules stand for.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "tokens/split.hpp"

namespace laconic::tokens {

struct SplitPattern {
  std::string_view regex;
  Split split;
};

/// All that are known; a split may have several spellings.
[[nodiscard]] std::span<const SplitPattern> split_patterns() noexcept;

/// The rule for a pattern, by its exact spelling.
[[nodiscard]] std::optional<Split> split_for(std::string_view regex) noexcept;

}  // namespace laconic::tokens

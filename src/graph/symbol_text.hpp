// symbol_text.hpp - kinds and scores of symbols as the wire and the pack root spell them.
#pragma once

#include <string>
#include <string_view>

namespace laconic::graph {

/// "fn" for "function"; kinds without an abbreviation are their own.
[[nodiscard]] std::string_view short_kind(std::string_view kind) noexcept;

/// "function" for "fn".
[[nodiscard]] std::string_view long_kind(std::string_view word) noexcept;

/// A finite score with two decimals, halves to even: "0.78".
[[nodiscard]] std::string score_text(double score);

/// The double that `score_text` spells: what arrives at the other end.
[[nodiscard]] double travelled_score(double score);

}  // namespace laconic::graph

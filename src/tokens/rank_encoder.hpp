// rank_encoder.hpp - counts and lists the tokens of a text, for vocabularies merged by rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tokens/rank_table.hpp"
#include "tokens/split.hpp"

namespace laconic::tokens {

/// `text` is well-formed UTF-8; `split` is gpt2, cl100k, o200k or tekken. False when memory
/// for a very long piece could not be had.
[[nodiscard]] bool count_by_rank(const RankTable& table, Split split, std::string_view text,
                                 std::size_t& count);
[[nodiscard]] bool encode_by_rank(const RankTable& table, Split split, std::string_view text,
                                  std::vector<std::uint32_t>& ids);

}  // namespace laconic::tokens

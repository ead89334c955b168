// byte_pair.hpp - merges the bytes of a piece that is no token itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tokens/rank_table.hpp"

namespace laconic::tokens {

/// Merges neighbours, the lowest rank first and the leftmost on a tie, until no two make a
/// token. Answers with the number of parts and appends their ranks to `ids` unless it is
/// null. Bytes from `limit` on are not read. Needs no memory of its own for pieces of up to
/// 2,048 bytes; 0 means that it could not get it for a longer one.
[[nodiscard]] std::size_t merge_bytes(const RankTable& table, const char* piece, std::size_t size,
                                      const char* limit, std::vector<std::uint32_t>* ids);

}  // namespace laconic::tokens

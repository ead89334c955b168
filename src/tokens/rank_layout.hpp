// rank_layout.hpp - lays out a RankTable. Used while building laconic and for loaded files.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace laconic::tokens {

/// Memory for a table, with its alignment.
struct RankBlock {
  struct alignas(64) Line {
    char bytes[64];
  };
  std::vector<Line> lines;
  std::size_t size = 0;
  [[nodiscard]] const char* data() const noexcept {
    return reinterpret_cast<const char*>(lines.data());
  }
};

/// `tokens` in rank order, empty for a gap. `fault` says why when the answer is false: too
/// many or too long tokens, one that occurs twice, a byte that is no token.
[[nodiscard]] bool lay_out_ranks(std::span<const std::string_view> tokens, RankBlock& block,
                                 std::string& fault);

/// The tokens in a packed file: for each rank a byte with the length, then the bytes.
[[nodiscard]] bool unpack_ranks(std::string_view packed, std::vector<std::string_view>& tokens);

}  // namespace laconic::tokens

// split.hpp - the pieces that a tokenizer's text is cut into before pairs are merged.
#pragma once

#include <cstdint>

namespace laconic::tokens {

/// Which vocabulary family's pattern cuts the text.
enum class Split : std::uint8_t {
  gpt2,    ///< GPT-2, GPT-NeoX, Claude 2
  cl100k,  ///< GPT-4, LLaMA 3
  o200k,   ///< GPT-4o and later
};

/// The end of the piece that starts at `p`. The text from `p` to `end` is well-formed
/// UTF-8 and not empty; the answer never depends on what stands before `p`.
[[nodiscard]] const char* piece_end(Split split, const char* p, const char* end) noexcept;

}  // namespace laconic::tokens

// gguf.hpp - the key-value part of a GGUF file, as far as a vocabulary needs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/error.hpp>

namespace laconic::tokens {

/// What a GGUF file says under the keys `tokenizer.ggml.*`. The views refer to the file.
struct GgufVocabulary {
  std::string_view model;
  std::string_view pre;  ///< empty when the file has none
  bool has_tokens = false;
  bool has_merges = false;
  std::vector<std::string_view> tokens;
  std::vector<std::string_view> merges;
  std::vector<float> scores;
  std::vector<std::int32_t> types;
  std::optional<bool> add_space_prefix;
};

/// Reads a file of version 2 or 3, little-endian, up to its tensors. No count in the file
/// is trusted: memory is asked for only what the file is long enough to hold.
[[nodiscard]] Result<GgufVocabulary> read_gguf(std::string_view file);

}  // namespace laconic::tokens

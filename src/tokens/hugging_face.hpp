// hugging_face.hpp - vocabularies of the Hugging Face library tokenizers.
#pragma once

#include <string_view>

#include <laconic/value.hpp>

#include "tokens/vocabulary.hpp"

namespace laconic::tokens {

/// Reads the content of tokenizer.json.
[[nodiscard]] LoadedVocabulary load_hugging_face(Value root, std::string_view name);

}  // namespace laconic::tokens

// json_ranks.hpp - ranks in JSON, with the pattern that cuts the text.
#pragma once

#include <string_view>

#include <laconic/value.hpp>

#include "tokens/vocabulary.hpp"

namespace laconic::tokens {

/// tekken.json of Mistral: a member "config" and the ranks.
[[nodiscard]] LoadedVocabulary load_tekken(Value root, std::string_view name);

/// Members "pat_str" and "bpe_ranks": claude.json.
[[nodiscard]] LoadedVocabulary load_pattern_ranks(Value root, std::string_view name);

}  // namespace laconic::tokens

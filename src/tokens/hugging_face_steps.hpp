// hugging_face_steps.hpp - the normalizer and the pre-tokenizer of tokenizer.json.
#pragma once

#include <laconic/error.hpp>
#include <laconic/value.hpp>

#include "tokens/pair_vocabulary.hpp"

namespace laconic::tokens {

/// The member `key` of an object; nullptr when it is missing or null.
[[nodiscard]] const Value* member(Value object, std::string_view key) noexcept;
/// The member `key` when it is a string, else nothing.
[[nodiscard]] std::string_view text_member(Value object, std::string_view key) noexcept;
/// The member `key` when it is a boolean, else `otherwise`.
[[nodiscard]] bool flag_member(Value object, std::string_view key, bool otherwise) noexcept;

[[nodiscard]] Error unsupported(std::string detail);

[[nodiscard]] Result<Done> read_normalizer(const Value* normalizer, PairRules& rules);
/// Fills `lead`, `splits` and `symbols`.
[[nodiscard]] Result<Done> read_pre_tokenizer(const Value* pre_tokenizer, PairRules& rules);

}  // namespace laconic::tokens

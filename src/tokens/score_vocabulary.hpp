// score_vocabulary.hpp - SentencePiece vocabularies merged by score, as llama.cpp does it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tokens/added_tokens.hpp"
#include "tokens/token_texts.hpp"
#include "tokens/vocabulary.hpp"

namespace laconic::tokens {

struct ScoreRules {
  AddedTokens added;
  bool space_in_front = true;  ///< of a text, and of what follows an added token
  TokenTexts texts;
  std::vector<float> scores;  ///< by id
  std::uint32_t byte_tokens[256];
};

/// Neighbours merge when their text is a token, the highest score first and the leftmost on
/// a tie. Characters that are no token become their bytes.
class ScoreVocabulary final : public Vocabulary {
 public:
  ScoreVocabulary(std::string name, std::string kind, ScoreRules rules)
      : Vocabulary(std::move(name), std::move(kind)), rules_(std::move(rules)) {}

  [[nodiscard]] std::uint32_t size() const noexcept override { return rules_.texts.size(); }
  [[nodiscard]] Outcome count(std::string_view text, std::size_t& count) const override;
  [[nodiscard]] Outcome encode(std::string_view text,
                               std::vector<std::uint32_t>& ids) const override;
  [[nodiscard]] std::size_t decode(std::span<const std::uint32_t> ids,
                                   std::string& text) const override;

 private:
  ScoreRules rules_;
};

}  // namespace laconic::tokens

// rank_vocabulary.hpp - vocabularies merged by rank: those of OpenAI, built in or loaded.
#pragma once

#include <string>

#include "tokens/rank_layout.hpp"
#include "tokens/rank_table.hpp"
#include "tokens/split.hpp"
#include "tokens/vocabulary.hpp"

namespace laconic::tokens {

struct RankRules {
  Split split;
  std::uint32_t first_id = 0;  ///< the id of rank 0
  bool nfkc = false;           ///< the text is brought into this form first
};

class RankVocabulary final : public Vocabulary {
 public:
  /// The block stays: it is part of the program.
  RankVocabulary(std::string name, const void* block, RankRules rules);
  RankVocabulary(std::string name, RankBlock block, RankRules rules);

  [[nodiscard]] std::uint32_t size() const noexcept override {
    return rules_.first_id + table_.tokens();
  }
  [[nodiscard]] Outcome count(std::string_view text, std::size_t& count) const override;
  [[nodiscard]] Outcome encode(std::string_view text,
                               std::vector<std::uint32_t>& ids) const override;
  [[nodiscard]] std::size_t decode(std::span<const std::uint32_t> ids,
                                   std::string& text) const override;

 private:
  RankBlock block_;
  RankTable table_;
  RankRules rules_;
};

}  // namespace laconic::tokens

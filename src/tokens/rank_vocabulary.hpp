// rank_vocabulary.hpp - vocabularies merged by rank: those of OpenAI, built in or loaded.
#pragma once

#include <string>

#include "tokens/rank_layout.hpp"
#include "tokens/rank_table.hpp"
#include "tokens/split.hpp"
#include "tokens/vocabulary.hpp"

namespace laconic::tokens {

class RankVocabulary final : public Vocabulary {
 public:
  /// The block stays: it is part of the program.
  RankVocabulary(std::string name, const void* block, Split split);
  RankVocabulary(std::string name, RankBlock block, Split split);

  [[nodiscard]] std::uint32_t size() const noexcept override { return table_.tokens(); }
  [[nodiscard]] bool count(std::string_view text, std::size_t& count) const override;
  [[nodiscard]] bool encode(std::string_view text, std::vector<std::uint32_t>& ids) const override;
  [[nodiscard]] std::size_t decode(std::span<const std::uint32_t> ids,
                                   std::string& text) const override;

 private:
  RankBlock block_;
  RankTable table_;
  Split split_;
};

}  // namespace laconic::tokens

// rank_vocabulary.cpp - a RankTable and a split rule make a vocabulary.
#include "tokens/rank_vocabulary.hpp"

#include <utility>

#include "tokens/rank_encoder.hpp"

namespace laconic::tokens {

RankVocabulary::RankVocabulary(std::string name, const void* block, Split split)
    : Vocabulary(std::move(name), "byte pairs by rank, built in"), table_(block), split_(split) {}

RankVocabulary::RankVocabulary(std::string name, RankBlock block, Split split)
    : Vocabulary(std::move(name), "byte pairs by rank"),
      block_(std::move(block)),
      table_(block_.data()),
      split_(split) {}

bool RankVocabulary::count(std::string_view text, std::size_t& count) const {
  return count_by_rank(table_, split_, text, count);
}

bool RankVocabulary::encode(std::string_view text, std::vector<std::uint32_t>& ids) const {
  return encode_by_rank(table_, split_, text, ids);
}

std::size_t RankVocabulary::decode(std::span<const std::uint32_t> ids, std::string& text) const {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] >= table_.tokens() || table_.bytes(ids[i]).empty()) return i;
    text.append(table_.bytes(ids[i]));
  }
  return ids.size();
}

}  // namespace laconic::tokens

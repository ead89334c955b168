// rank_vocabulary.cpp - a RankTable and its rules make a vocabulary.
#include "tokens/rank_vocabulary.hpp"

#include <utility>

#include "tokens/rank_encoder.hpp"
#include "tokens/unicode_form.hpp"

namespace laconic::tokens {

RankVocabulary::RankVocabulary(std::string name, const void* block, RankRules rules)
    : Vocabulary(std::move(name), "byte pairs by rank, built in"), table_(block), rules_(rules) {}

RankVocabulary::RankVocabulary(std::string name, RankBlock block, RankRules rules)
    : Vocabulary(std::move(name), "byte pairs by rank"),
      block_(std::move(block)),
      table_(block_.data()),
      rules_(rules) {}

Outcome RankVocabulary::count(std::string_view text, std::size_t& count) const {
  std::string normal;
  if (rules_.nfkc) {
    normal = text;
    const Outcome outcome = to_form(UnicodeForm::nfkc, FormVersion::library, normal);
    if (outcome != Outcome::done) return outcome;
    text = normal;
  }
  return count_by_rank(table_, rules_.split, text, count) ? Outcome::done : Outcome::out_of_memory;
}

Outcome RankVocabulary::encode(std::string_view text, std::vector<std::uint32_t>& ids) const {
  std::string normal;
  if (rules_.nfkc) {
    normal = text;
    const Outcome outcome = to_form(UnicodeForm::nfkc, FormVersion::library, normal);
    if (outcome != Outcome::done) return outcome;
    text = normal;
  }
  if (!encode_by_rank(table_, rules_.split, text, ids)) return Outcome::out_of_memory;
  if (rules_.first_id != 0) {
    for (std::uint32_t& id : ids)
      id += rules_.first_id;
  }
  return Outcome::done;
}

std::size_t RankVocabulary::decode(std::span<const std::uint32_t> ids, std::string& text) const {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] < rules_.first_id || ids[i] >= size()) return i;
    const std::string_view bytes = table_.bytes(ids[i] - rules_.first_id);
    if (bytes.empty()) return i;
    text.append(bytes);
  }
  return ids.size();
}

}  // namespace laconic::tokens

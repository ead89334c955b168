// pair_vocabulary.hpp - vocabularies merged by a list of pairs: byte level, or characters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tokens/added_tokens.hpp"
#include "tokens/normalizer.hpp"
#include "tokens/pair_table.hpp"
#include "tokens/split.hpp"
#include "tokens/token_texts.hpp"
#include "tokens/vocabulary.hpp"

namespace laconic::tokens {

/// What the loaders find out about a vocabulary. In the order in which a text meets it:
struct PairRules {
  AddedTokens added;             ///< taken out of the text as it is
  Normalizer normalizer;         ///< then each part by itself
  AddedTokens normalized_added;  ///< then taken out of the normalized parts

  /// What a part gets before its first character, unless it begins with it.
  enum class Lead : std::uint8_t {
    none,
    space,       ///< a space
    mark,        ///< spaces become U+2581; one U+2581 in front
    first_mark,  ///< the same in front of the first part of the text alone
    no_mark,     ///< spaces become U+2581
  };
  Lead lead = Lead::none;
  std::vector<SplitRule> splits;  ///< each cuts what the one before left

  enum class Symbols : std::uint8_t {
    bytes,       ///< merging starts from bytes; texts of tokens are bytes
    characters,  ///< from characters; texts of tokens are UTF-8
  };
  Symbols symbols = Symbols::bytes;
  bool whole_pieces = false;  ///< a piece that is a token is not merged
  bool whole_lines = false;   ///< the same for pieces of line feeds alone
  TokenTexts texts;
  PairTable pairs;
  /// The tokens of single bytes, no_token for some that are rare. For characters: what
  /// stands for one that is no token.
  std::uint32_t byte_tokens[256];
  bool byte_fallback = false;        ///< byte_tokens serve characters
  std::uint32_t unknown = no_token;  ///< else this does
  bool fuse_unknown = false;         ///< one for a run of them
  bool mark_is_space = false;        ///< decoding shows U+2581 as a space
};

class PairVocabulary final : public Vocabulary {
 public:
  PairVocabulary(std::string name, std::string kind, PairRules rules)
      : Vocabulary(std::move(name), std::move(kind)), rules_(std::move(rules)) {}

  [[nodiscard]] std::uint32_t size() const noexcept override { return rules_.texts.size(); }
  [[nodiscard]] Outcome count(std::string_view text, std::size_t& count) const override;
  [[nodiscard]] Outcome encode(std::string_view text,
                               std::vector<std::uint32_t>& ids) const override;
  [[nodiscard]] std::size_t decode(std::span<const std::uint32_t> ids,
                                   std::string& text) const override;

 private:
  PairRules rules_;
};

}  // namespace laconic::tokens

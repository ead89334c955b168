// added_tokens.hpp - tokens that are taken out of a text before it is cut into pieces.
//
// Vocabularies list tokens beside their merges. The special ones are text to us, as they
// are in user data. The others are words the vocabulary was extended by, such as the runs
// of spaces of GPT-NeoX or of line ends of Gemma; a model's library takes them out first,
// whatever merging would make of them, and so must who counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tokens/pair_table.hpp"

namespace laconic::tokens {

struct AddedToken {
  std::string text;
  std::uint32_t id = 0;
  bool strip_left = false;  ///< takes the white space before it too
  bool strip_right = false;
};

/// Part of a text: a token, or text that is none.
struct TextPart {
  std::string_view text;
  std::uint32_t token;  ///< no_token for text
};

class AddedTokens {
 public:
  enum class Order : std::uint8_t {
    leftmost,  ///< the leftmost, and of those the longest: tokenizers
    longest,   ///< all of the longest token first, then of the next: llama.cpp
  };

  /// Empty texts are never found.
  void fill(std::vector<AddedToken> tokens, Order order);
  [[nodiscard]] bool empty() const noexcept { return tokens_.empty(); }
  /// The parts of `text` in order; none of them is empty.
  [[nodiscard]] std::vector<TextPart> cut(std::string_view text) const;

 private:
  static constexpr std::uint32_t no_index = 0xFFFFFFFF;
  /// The longest token at `at`; no_index when there is none.
  [[nodiscard]] std::uint32_t longest_at(std::string_view text, std::size_t at) const noexcept;
  [[nodiscard]] std::vector<TextPart> cut_leftmost(std::string_view text) const;
  [[nodiscard]] std::vector<TextPart> cut_longest(std::string_view text) const;
  template <class Visit>
  void visit_tokens_at(std::string_view text, std::size_t at, Visit visit) const;

  std::vector<AddedToken> tokens_;
  Order order_ = Order::leftmost;
  bool starts_[256] = {};  ///< bytes that a token begins with
  /// A tree: a node and a byte lead to the next node (id) and, if a token ends there, to its
  /// index (order).
  PairTable tree_;
};

}  // namespace laconic::tokens

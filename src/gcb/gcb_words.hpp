// gcb_words.hpp - the words that GCB1 writes as one byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace laconic::gcb {

enum class WordList : std::uint8_t { kinds, provenances, edge_types };

/// The number of a word, from 1; 0 when the list does not have it.
[[nodiscard]] std::uint8_t number_of(WordList list, std::string_view word) noexcept;

/// The word with this number, or "unknown_N".
[[nodiscard]] std::string word_of(WordList list, std::uint8_t number);

/// True when `word_of` gives the word back from what `number_of` makes of it.
[[nodiscard]] bool survives(WordList list, std::string_view word) noexcept;

}  // namespace laconic::gcb

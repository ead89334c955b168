// split.hpp - the pieces that a tokenizer's text is cut into before pairs are merged.
#pragma once

#include <cstdint>

namespace laconic::tokens {

/// A pattern that cuts the text. The first group matches at every place, so it cuts all of a
/// text into pieces; the others leave text between their matches.
enum class Split : std::uint8_t {
  gpt2,            ///< GPT-2, GPT-NeoX, Claude 2
  cl100k,          ///< GPT-4, LLaMA 3
  o200k,           ///< GPT-4o and later
  qwen2,           ///< cl100k with single digits: Qwen 2 and 3, StableLM 2
  qwen35,          ///< qwen2 with marks as parts of words
  tekken,          ///< o200k with single digits and without contractions: Mistral Nemo
  line_runs,       ///< runs of line feeds, and what is between them
  words_at_u2581,  ///< each U+2581 starts a piece

  deepseek_v3,         ///< words and punctuation of DeepSeek V3
  one_number,          ///< \p{N}
  three_numbers,       ///< \p{N}{1,3}
  numbers,             ///< \p{N}+
  three_digits,        ///< [0-9][0-9][0-9]
  han_and_kana,        ///< [U+4E00-U+9FA5 U+3040-U+30FF]+
  line_end,            ///< [\r\n]
  deepseek_letters,    ///< \s?[...]+ with the letters of deepseek_letters.hpp
  deepseek_signs,      ///< \s? and a run of ASCII but digits, and of the like of other widths
  blank_end,           ///< \s+$
  spaced_letters,      ///< \s?\p{L}+
  spaced_punctuation,  ///< \s?\p{P}+
  han_and_hangul,      ///< [U+4E00-U+9FA5 U+0800-U+4E00 U+AC00-U+D7FF]+
  falcon_punctuation,  ///< [\p{P}$+<=>^~|`]+
  one_digit_char,      ///< one character that the pre-tokenizer Digits takes for a digit
  digit_chars,         ///< a run of those
  one_punctuation,     ///< one character that the pre-tokenizer Punctuation takes
  punctuation_chars,   ///< a run of those
  mapped_digits,       ///< what Digits takes in GPT-2's spelling of bytes: a run of bytes
};

/// Whose reading of a pattern it is.
enum class Dialect : std::uint8_t {
  published,  ///< the pattern as the makers of the vocabulary published it, Unicode 16.0
  llama_cpp,  ///< llama.cpp: Unicode 15.1, case and folding of ASCII alone, no marks in words
};

struct SplitRule {
  Split split;
  Dialect dialect = Dialect::published;
  friend bool operator==(const SplitRule&, const SplitRule&) = default;
};

/// Whether a pattern leaves nothing between its matches.
[[nodiscard]] constexpr bool covers(Split split) noexcept {
  return split <= Split::words_at_u2581;
}

/// Whether a pattern looks at bytes, so that its matches may part characters. Only such may
/// follow one.
[[nodiscard]] constexpr bool by_bytes(Split split) noexcept {
  return split == Split::mapped_digits || split == Split::three_digits;
}

/// The end of the match that starts at `p`; nullptr when none does. The text from `p` to
/// `end` is well-formed UTF-8 and not empty; the answer never depends on what stands before
/// `p`.
[[nodiscard]] const char* match_end(SplitRule rule, const char* p, const char* end) noexcept;

/// The same, for a split that covers the text.
[[nodiscard]] inline const char* piece_end(Split split, const char* p, const char* end) noexcept {
  return match_end({split}, p, end);
}

}  // namespace laconic::tokens

// split_patterns.cpp - the published spellings of the patterns.
#include "tokens/split_patterns.hpp"

namespace laconic::tokens {
namespace {

#define LACONIC_UPPER R"([\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}])"
#define LACONIC_LOWER R"([\p{Ll}\p{Lm}\p{Lo}\p{M}])"
#define LACONIC_CONTRACTIONS "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
#define LACONIC_SPACES R"(|\s*[\r\n]+|\s+(?!\S)|\s+)"

constexpr SplitPattern known[] = {
    {R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)", Split::gpt2},
    {LACONIC_CONTRACTIONS
     R"(|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*)" LACONIC_SPACES,
     Split::cl100k},
    // Possessive quantifiers, and one line end where the white space before it is greedy.
    {R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]++[\r\n]*)"
     R"(|\s*[\r\n]|\s+(?!\S)|\s+)",
     Split::cl100k},
    {LACONIC_CONTRACTIONS
     R"(|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*)" LACONIC_SPACES,
     Split::qwen2},
    {R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*)"
     R"(|\s*[\r\n]|\s+(?!\S)|\s+)",
     Split::qwen2},
    {LACONIC_CONTRACTIONS
     R"(|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*)" LACONIC_SPACES,
     Split::qwen35},
    {R"([^\r\n\p{L}\p{N}]?)" LACONIC_UPPER "*" LACONIC_LOWER "+" LACONIC_CONTRACTIONS "?"
     R"(|[^\r\n\p{L}\p{N}]?)" LACONIC_UPPER "+" LACONIC_LOWER "*" LACONIC_CONTRACTIONS "?"
     R"(|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*)" LACONIC_SPACES,
     Split::o200k},
    {R"([^\r\n\p{L}\p{N}]?)" LACONIC_UPPER "*" LACONIC_LOWER "+"
     R"(|[^\r\n\p{L}\p{N}]?)" LACONIC_UPPER "+" LACONIC_LOWER "*"
     R"(|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*)" LACONIC_SPACES,
     Split::tekken},
    // The line ends in this one are no escapes.
    {R"([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^)"
     "\r\n"
     R"(\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[)"
     "\r\n"
     R"(]*|\s*[)"
     "\r\n"
     R"(]+|\s+(?!\S)|\s+)",
     Split::deepseek_v3},
    {R"(\p{N})", Split::one_number},
    {R"(\p{N}{1,3})", Split::three_numbers},
    {R"(\p{N}+)", Split::numbers},
    {"[0-9][0-9][0-9]", Split::three_digits},
    {"[\u4E00-\u9FA5\u3040-\u309F\u30A0-\u30FF]+", Split::han_and_kana},
    {"[\r\n]", Split::line_end},
    {R"([\r\n])", Split::line_end},
    {R"(\s?\p{L}+)", Split::spaced_letters},
    {R"(\s?\p{P}+)", Split::spaced_punctuation},
    {"[\u4E00-\u9FA5\u0800-\u4E00\uAC00-\uD7FF]+", Split::han_and_hangul},
};

}  // namespace

std::span<const SplitPattern> split_patterns() noexcept {
  return known;
}

std::optional<Split> split_for(std::string_view regex) noexcept {
  for (const SplitPattern& pattern : known) {
    if (pattern.regex == regex) return pattern.split;
  }
  return std::nullopt;
}

}  // namespace laconic::tokens

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
    // DeepSeek LLM.
    {R"(\s?[)"
     "A-Za-z\u00B5\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u01BA\u01BC-\u01BF\u01C4-\u0293\u0295-"
     "\u02AF\u0370-\u0373\u0376\u0377\u037B-\u037D\u037F\u0386\u0388-\u038A\u038C\u038E-"
     "\u03A1\u03A3-\u03F5\u03F7-\u0481\u048A-\u052F\u0531-\u0556\u10A0-\u10C5\u13A0-\u13F5"
     "\u13F8-\u13FD\u1C90-\u1CBA\u1CBD-\u1CBF\u1D00-\u1D2B\u1D6B-\u1D77\u1D79-\u1D9A\u1E00"
     "-\u1F15\u1F18-\u1F1D\u1F20-\u1F45\u1F48-\u1F4D\u1F50-\u1F57\u1F59\u1F5B\u1F5D\u1F5F-"
     "\u1F7D\u1F80-\u1FB4\u1FB6-\u1FBC\u1FBE\u1FC2-\u1FC4\u1FC6-\u1FCC\u1FD0-\u1FD3\u1FD6-"
     "\u1FDB\u1FE0-\u1FEC\u1FF2-\u1FF4\u1FF6-\u1FFC\u2102\u2107\u210A-\u2113\u2115\u2119-"
     "\u211D\u2124\u2126\u2128\u212A-\u212D\u212F-\u2134\u2139\u213C-\u213F\u2145-\u2149"
     "\u214E\u2183\u2184\u2C00-\u2C7B\u2C7E-\u2CE4\u2CEB-\u2CEE\u2CF2\u2CF3\uA640-\uA66D"
     "\uA680-\uA69B\uA722-\uA76F\uA771-\uA787\uA78B-\uA78E\uAB70-\uABBF\uFB00-\uFB06\uFB13"
     "-\uFB17\uFF21-\uFF3A\uFF41-\uFF5A\U00010400-\U0001044F\U000104B0-\U000104D3"
     "\U000104D8-\U000104FB\U00010C80-\U00010CB2\U00010CC0-\U00010CF2\U000118A0-\U000118DF"
     "\U0001E900-\U0001E943"
     "]+",
     Split::deepseek_letters},
    {R"(\s?[!-/:-~)"
     "\uFF01-\uFF0F\uFF1A-\uFF5E\u2018-\u201F\u3000-\u3002]+",
     Split::deepseek_signs},
    {R"(\s+$)", Split::blank_end},
    // DeepSeek Coder.
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

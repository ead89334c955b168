// pieces_by_regex.cpp - our split rules against the patterns themselves, run by PCRE2.
//
//   pieces_by_regex TEXTS
//
// Token ids alone do not show every fault of a split: a vocabulary trained with the same
// pattern holds no merges across its borders.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "nasty_texts.hpp"
#include "tokens/split.hpp"

namespace {

using laconic::support::Random;
using laconic::tokens::Split;

// The published patterns, with \s spelled as Unicode's White_Space.
constexpr std::string_view gpt2 =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{wspace}\p{L}\p{N}]+|\p{wspace}+(?!\P{wspace})|\p{wspace}+)";
constexpr std::string_view cl100k =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\p{wspace}\p{L}\p{N}]+[\r\n]*|\p{wspace}*[\r\n]+|\p{wspace}+(?!\P{wspace})|\p{wspace}+)";
constexpr std::string_view o200k =
    R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\p{wspace}\p{L}\p{N}]+[\r\n/]*|\p{wspace}*[\r\n]+|\p{wspace}+(?!\P{wspace})|\p{wspace}+)";

class Pattern {
 public:
  explicit Pattern(std::string_view pattern) {
    int code = 0;
    PCRE2_SIZE at = 0;
    code_ = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(pattern.data()), pattern.size(),
                          PCRE2_UTF | PCRE2_UCP, &code, &at, nullptr);
    if (code_ == nullptr) {
      std::fprintf(stderr, "the pattern is refused at %zu\n", at);
      std::exit(2);
    }
    pcre2_jit_compile(code_, PCRE2_JIT_COMPLETE);
    match_ = pcre2_match_data_create_from_pattern(code_, nullptr);
  }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;
  ~Pattern() {
    pcre2_match_data_free(match_);
    pcre2_code_free(code_);
  }
  /// The end of the match at `start`.
  [[nodiscard]] std::size_t end_of(const std::string& text, std::size_t start) const {
    const int found = pcre2_match(code_, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(),
                                  start, PCRE2_ANCHORED | PCRE2_NO_UTF_CHECK, match_, nullptr);
    return found < 0 ? start : pcre2_get_ovector_pointer(match_)[1];
  }

 private:
  pcre2_code* code_;
  pcre2_match_data* match_;
};

/// 0 when all pieces agree.
int check(Split split, std::string_view name, std::string_view source, unsigned long texts) {
  const Pattern pattern(source);
  Random random(17);
  unsigned long pieces = 0;
  for (unsigned long i = 0; i < texts; ++i) {
    const std::string text = laconic::support::short_nasty_text(random);
    const char* const end = text.data() + text.size();
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t expected = pattern.end_of(text, at);
      const char* const found = laconic::tokens::piece_end(split, text.data() + at, end);
      if (found != text.data() + expected) {
        std::fprintf(stderr, "%.*s: text %lu, byte %zu: we end at %td, the pattern at %zu\n",
                     static_cast<int>(name.size()), name.data(), i, at, found - text.data(),
                     expected);
        return 1;
      }
      at = expected;
      ++pieces;
    }
  }
  std::printf("%.*s: %lu pieces of %lu texts agree\n", static_cast<int>(name.size()), name.data(),
              pieces, texts);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long texts = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 300000;
  return check(Split::gpt2, "gpt2", gpt2, texts) + check(Split::cl100k, "cl100k", cl100k, texts) +
         check(Split::o200k, "o200k", o200k, texts);
}

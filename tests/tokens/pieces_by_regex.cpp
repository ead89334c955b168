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
#include "tokens/split_patterns.hpp"

namespace {

using laconic::support::Random;
using laconic::tokens::SplitPattern;

/// A published pattern with \s spelled as Unicode's White_Space.
std::string with_white_space(std::string_view pattern) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::string_view two = pattern.substr(i, 2);
    const bool escape = two[0] == '\\';
    if (escape && two.ends_with('s')) {
      out += "\\p{wspace}";
    } else if (escape && two.ends_with('S')) {
      out += "\\P{wspace}";
    } else {
      out += escape ? two : two.substr(0, 1);
    }
    i += escape ? 1 : 0;
  }
  return out;
}

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

/// 0 when all pieces agree, and so do the places where the pattern does not match.
int check(const SplitPattern& known, unsigned long texts) {
  const Pattern pattern(with_white_space(known.regex));
  Random random(17);
  unsigned long pieces = 0;
  for (unsigned long i = 0; i < texts; ++i) {
    const std::string text = laconic::support::short_nasty_text(random);
    const char* const end = text.data() + text.size();
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t expected = pattern.end_of(text, at);
      const char* const match = laconic::tokens::match_end({known.split}, text.data() + at, end);
      const std::size_t found =
          match == nullptr ? at : static_cast<std::size_t>(match - text.data());
      if (found != expected) {
        std::fprintf(stderr, "%.*s: text %lu, byte %zu: we end at %zu, the pattern at %zu\n",
                     static_cast<int>(known.regex.size()), known.regex.data(), i, at, found,
                     expected);
        return 1;
      }
      pieces += expected != at;
      if (expected == at) {
        if (laconic::tokens::covers(known.split)) return 1;
        ++at;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80)
          ++at;
      } else {
        at = expected;
      }
    }
  }
  std::printf("%lu pieces of %lu texts agree: %.*s\n", pieces, texts,
              static_cast<int>(known.regex.size()), known.regex.data());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long texts = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 300000;
  int failures = 0;
  for (const SplitPattern& known : laconic::tokens::split_patterns())
    failures += check(known, texts);
  return failures;
}

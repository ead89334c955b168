// split.cpp - the patterns of the tokenizer families, rule by rule, without a regex engine.
//
// A rule gets the start of a piece and answers with its end, or with nullptr when it does
// not match there; the first rule that matches wins. What backtracking does in the patterns
// is written out: see cased_word.
#include "tokens/split.hpp"

#include <algorithm>
#include <iterator>

#include "tokens/code_points.hpp"
#include "tokens/deepseek_letters.hpp"
#include "tokens/unicode_history.inc"

namespace laconic::tokens {
namespace {

constexpr ClassSet letters = set_of(CharClass::upper, CharClass::lower, CharClass::letter);
constexpr ClassSet marks = set_of(CharClass::mark);
constexpr ClassSet numbers = set_of(CharClass::number);
constexpr ClassSet blanks = set_of(CharClass::space, CharClass::newline);
constexpr ClassSet newlines = set_of(CharClass::newline);
constexpr ClassSet signs = set_of(CharClass::punctuation, CharClass::symbol);
/// What is neither letter, number nor white space.
constexpr ClassSet rest = set_of(CharClass::other, CharClass::mark) | signs;
/// What may stand once before a word.
constexpr ClassSet prefixes = rest | set_of(CharClass::space);
/// The two runs of a word in o200k: characters without case belong to both.
constexpr ClassSet heads = set_of(CharClass::upper, CharClass::letter, CharClass::mark);
constexpr ClassSet tails = set_of(CharClass::lower, CharClass::letter, CharClass::mark);

/// Whether `point` is in the ranges, which are first and last in turn.
template <std::size_t size>
bool among(const char32_t (&ranges)[size], char32_t point) noexcept {
  const auto* at = std::lower_bound(std::begin(ranges), std::end(ranges), point);
  // Between a first and its last stands an odd index; a first itself an even one.
  return at != std::end(ranges) && (*at == point || (at - std::begin(ranges)) % 2 == 1);
}

constexpr bool within(char32_t point, char32_t first, char32_t last) noexcept {
  return point >= first && point <= last;
}

constexpr bool is_ascii_letter(char32_t point) noexcept {
  return within(point | 0x20U, 'a', 'z');
}

constexpr bool is_ascii_sign(char32_t point) noexcept {
  return within(point, 0x21, 0x7E) && !is_ascii_letter(point) && !within(point, '0', '9');
}

/// The text up to `end` in one reading of Unicode.
template <Dialect dialect>
struct Text {
  const char* end;

  [[nodiscard]] static Char at(const char* p) noexcept {
    Char c = char_at(p);
    if constexpr (dialect == Dialect::llama_cpp) {
      if (c.point >= unicode::new_in_16[0] && among(unicode::new_in_16, c.point))
        c.kind = CharClass::other;
    }
    return c;
  }
  /// The end of the longest run of characters that `fits`.
  template <class Fits>
  [[nodiscard]] const char* run_if(const char* p, Fits fits) const noexcept {
    while (p != end) {
      const Char c = at(p);
      if (!fits(c)) break;
      p += c.size;
    }
    return p;
  }
  [[nodiscard]] const char* run(const char* p, ClassSet set) const noexcept {
    return run_if(p, [set](Char c) { return c.in(set); });
  }

  // In llama.cpp only ASCII has case, and words hold no marks.
  [[nodiscard]] static bool is_head(Char c) noexcept {
    if constexpr (dialect == Dialect::published) return c.in(heads);
    return c.in(letters) && !within(c.point, 'a', 'z');
  }
  [[nodiscard]] static bool is_tail(Char c) noexcept {
    if constexpr (dialect == Dialect::published) return c.in(tails);
    return c.in(letters) && !within(c.point, 'A', 'Z');
  }
};

enum class Fold : std::uint8_t { none, ascii, unicode };

/// s, t, re, ve, m, ll, d behind an apostrophe at `p`; nullptr when there is none. By the
/// folding of Unicode U+017F is an s.
const char* contraction(const char* p, const char* end, Fold fold) noexcept {
  if (p == end || *p != '\'' || p + 1 == end) return nullptr;
  const auto lower = [&](const char* at) {
    const auto c = static_cast<unsigned char>(*at);
    return fold != Fold::none && c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20U) : *at;
  };
  const char* at = p + 1;
  switch (lower(at)) {
    case 's':
    case 't':
    case 'm':
    case 'd': return at + 1;
    case 'r':
    case 'v': return at + 1 != end && lower(at + 1) == 'e' ? at + 2 : nullptr;
    case 'l': return at + 1 != end && lower(at + 1) == 'l' ? at + 2 : nullptr;
    case '\xC5':
      return fold == Fold::unicode && at + 1 != end && at[1] == '\xBF' ? at + 2 : nullptr;
    default: return nullptr;
  }
}

template <Dialect dialect>
const char* folded_contraction(const char* p, Text<dialect> text) noexcept {
  return contraction(p, text.end, dialect == Dialect::published ? Fold::unicode : Fold::ascii);
}

/// The first alternative of o200k, `[heads]*[tails]+`, from `p` on. When the greedy head
/// leaves nothing for the tail, it gives back up to its last caseless character.
template <Dialect dialect>
const char* head_and_tail(const char* p, Text<dialect> text) noexcept {
  const char* cut = nullptr;
  const char* at = p;
  while (at != text.end) {
    const Char c = text.at(at);
    if (!text.is_head(c)) break;
    at += c.size;
    if (text.is_tail(c)) cut = at;
  }
  const char* tail = text.run_if(at, text.is_tail);
  return tail != at ? tail : cut;
}

/// A word of o200k with its optional prefix, without its contraction. The pattern tries the
/// prefix first in each of its two alternatives; without it matters only when the prefix is
/// itself a mark.
template <Dialect dialect>
const char* cased_word(const char* p, Text<dialect> text) noexcept {
  const Char first = text.at(p);
  const char* behind = first.in(prefixes) ? p + first.size : nullptr;
  if (behind != nullptr) {
    if (const char* word = head_and_tail(behind, text)) return word;
  }
  if (text.is_head(first) || text.is_tail(first)) {
    if (const char* word = head_and_tail(p, text)) return word;
  }
  // The second alternative, `[heads]+[tails]*`: what is left are capitals alone.
  if (behind != nullptr) {
    const char* word = text.run_if(behind, text.is_head);
    if (word != behind) return word;
  }
  const char* word = text.run_if(p, text.is_head);
  return word == p ? nullptr : word;
}

/// A word of cl100k: one prefix, then a run of `parts`. When nothing follows the prefix, it
/// may itself be a part: a mark, where marks are.
template <Dialect dialect>
const char* plain_word(const char* p, Text<dialect> text, ClassSet before,
                       ClassSet parts) noexcept {
  const Char first = text.at(p);
  const char* start = first.in(before) ? p + first.size : p;
  const char* word = text.run(start, parts);
  if (word != start) return word;
  return start != p && first.in(parts) ? start : nullptr;
}

/// Up to `most` numbers, 0 for any number of them.
template <Dialect dialect>
const char* number_run(const char* p, Text<dialect> text, unsigned most) noexcept {
  const char* at = p;
  for (unsigned count = 0; (most == 0 || count < most) && at != text.end; ++count) {
    const Char c = text.at(at);
    if (!c.in(numbers)) break;
    at += c.size;
  }
  return at == p ? nullptr : at;
}

/// One optional space, then a run of `set`.
template <Dialect dialect>
const char* spaced(const char* p, Text<dialect> text, ClassSet set) noexcept {
  const char* start = *p == ' ' ? p + 1 : p;
  const char* at = text.run(start, set);
  return at == start ? nullptr : at;
}

/// One optional character of white space, then a run of what `fits`. White space itself may
/// fit: then the run may begin with it.
template <Dialect dialect, class Fits>
const char* after_blank(const char* p, Text<dialect> text, Fits fits) noexcept {
  const Char first = text.at(p);
  const char* start = first.in(blanks) ? p + first.size : p;
  const char* at = text.run_if(start, fits);
  if (at != start) return at;
  return start != p && fits(first) ? start : nullptr;
}

/// White space up to the end of the text.
template <Dialect dialect>
const char* blank_end(const char* p, Text<dialect> text) noexcept {
  const char* at = text.run(p, blanks);
  return at == p || at != text.end ? nullptr : at;
}

template <Dialect dialect, class Fits>
const char* one_of(const char* p, Text<dialect> text, Fits fits) noexcept {
  const Char c = text.at(p);
  return fits(c) ? p + c.size : nullptr;
}

template <Dialect dialect, class Fits>
const char* some_of(const char* p, Text<dialect> text, Fits fits) noexcept {
  const char* at = text.run_if(p, fits);
  return at == p ? nullptr : at;
}

/// The line ends at `p`; o200k takes slashes among them too.
const char* line_ends(const char* p, const char* end, bool slashes = false) noexcept {
  while (p != end && (*p == '\n' || *p == '\r' || (slashes && *p == '/')))
    ++p;
  return p;
}

/// Punctuation with the line ends behind it.
template <Dialect dialect>
const char* punctuation_and_lines(const char* p, Text<dialect> text, ClassSet set,
                                  bool slashes) noexcept {
  const char* at = spaced(p, text, set);
  return at == nullptr ? nullptr : line_ends(at, text.end, slashes);
}

/// White space. A run with line ends goes up to the last of them where `lines` says so; any
/// other run leaves its last character to the next piece unless it ends the text.
template <Dialect dialect>
const char* white_space(const char* p, Text<dialect> text, bool lines) noexcept {
  const char* after_line = nullptr;
  const char* last = p;
  const char* at = p;
  while (at != text.end) {
    const Char c = text.at(at);
    if (!c.in(blanks)) break;
    last = at;
    at += c.size;
    if (c.kind == CharClass::newline) after_line = at;
  }
  if (at == p) return nullptr;
  if (lines && after_line != nullptr) return after_line;
  return at == text.end || last == p ? at : last;
}

template <Dialect dialect>
const char* gpt2_piece(const char* p, Text<dialect> text) noexcept {
  if (const char* at = contraction(p, text.end, Fold::none)) return at;
  if (const char* at = spaced(p, text, letters)) return at;
  if (const char* at = spaced(p, text, numbers)) return at;
  if (const char* at = spaced(p, text, rest)) return at;
  return white_space(p, text, false);
}

template <Dialect dialect>
const char* cl100k_piece(const char* p, Text<dialect> text, unsigned digits) noexcept {
  if (const char* at = folded_contraction(p, text)) return at;
  if (const char* at = plain_word(p, text, prefixes, letters)) return at;
  if (const char* at = number_run(p, text, digits)) return at;
  if (const char* at = punctuation_and_lines(p, text, rest, false)) return at;
  return white_space(p, text, true);
}

template <Dialect dialect>
const char* qwen35_piece(const char* p, Text<dialect> text) noexcept {
  if (const char* at = folded_contraction(p, text)) return at;
  if (const char* at = plain_word(p, text, prefixes, letters | marks)) return at;
  if (const char* at = number_run(p, text, 1)) return at;
  if (const char* at = punctuation_and_lines(p, text, rest & ~marks, false)) return at;
  return white_space(p, text, true);
}

template <Dialect dialect>
const char* o200k_piece(const char* p, Text<dialect> text) noexcept {
  if (const char* at = cased_word(p, text)) {
    const char* longer = folded_contraction(at, text);
    return longer == nullptr ? at : longer;
  }
  if (const char* at = number_run(p, text, 3)) return at;
  if (const char* at = punctuation_and_lines(p, text, rest, true)) return at;
  return white_space(p, text, true);
}

template <Dialect dialect>
const char* tekken_piece(const char* p, Text<dialect> text) noexcept {
  if (const char* at = cased_word(p, text)) return at;
  if (const char* at = number_run(p, text, 1)) return at;
  if (const char* at = punctuation_and_lines(p, text, rest, true)) return at;
  return white_space(p, text, true);
}

template <Dialect dialect>
const char* deepseek_v3_piece(const char* p, Text<dialect> text) noexcept {
  const Char first = text.at(p);
  if (is_ascii_sign(first.point)) {
    const char* at = text.run_if(p + 1, [](Char c) { return is_ascii_letter(c.point); });
    if (at != p + 1) return at;
  }
  if (const char* at = plain_word(p, text, ~(letters | newlines | signs), letters | marks))
    return at;
  if (const char* at = punctuation_and_lines(p, text, signs, false)) return at;
  return white_space(p, text, true);
}

constexpr bool is_han_or_kana(Char c) noexcept {
  return within(c.point, 0x4E00, 0x9FA5) || within(c.point, 0x3040, 0x30FF);
}

/// White space lies in these ranges too; llama.cpp has replaced it by then.
template <Dialect dialect>
constexpr bool is_han_or_hangul(Char c) noexcept {
  if (dialect == Dialect::llama_cpp && c.in(blanks)) return false;
  return within(c.point, 0x0800, 0x9FA5) || within(c.point, 0xAC00, 0xD7FF);
}

bool is_deepseek_letter(Char c) noexcept {
  return among(deepseek_letters, c.point);
}

template <Dialect dialect>
constexpr bool is_deepseek_sign(Char c) noexcept {
  if (dialect == Dialect::llama_cpp && c.in(blanks)) return false;
  return within(c.point, '!', '/') || within(c.point, ':', '~') ||
         within(c.point, 0xFF01, 0xFF0F) || within(c.point, 0xFF1A, 0xFF5E) ||
         within(c.point, 0x2018, 0x201F) || within(c.point, 0x3000, 0x3002);
}

/// The digits of Unicode 17, which the pre-tokenizer Digits knows.
bool is_digit_char(Char c) noexcept {
  return c.in(numbers) || within(c.point, 0x11DE0, 0x11DE9) || within(c.point, 0x16FF4, 0x16FF6);
}

bool is_punctuation_char(Char c) noexcept {
  return c.point < 0x80 ? is_ascii_sign(c.point) : among(unicode::punctuation_in_8, c.point);
}

bool is_falcon_punctuation(Char c) noexcept {
  return c.kind == CharClass::punctuation || (c.point < 0x80 && c.kind == CharClass::symbol);
}

const char* ascii_digits(const char* p, const char* end) noexcept {
  if (end - p < 3) return nullptr;
  for (int i = 0; i < 3; ++i) {
    if (p[i] < '0' || p[i] > '9') return nullptr;
  }
  return p + 3;
}

/// Bytes that stand for themselves in GPT-2's spelling and are numbers in Latin-1.
const char* mapped_digits(const char* p, const char* end) noexcept {
  const char* at = p;
  while (at != end && ((*at >= '0' && *at <= '9') || *at == '\xB2' || *at == '\xB3' ||
                       *at == '\xB9' || *at == '\xBC' || *at == '\xBD' || *at == '\xBE'))
    ++at;
  return at == p ? nullptr : at;
}

/// From a U+2581, or the start of a text, up to the next.
const char* word_at_u2581(const char* p, const char* end) noexcept {
  constexpr char mark[] = "\xE2\x96\x81";
  return std::search(p + char_at(p).size, end, mark, mark + 3);
}

template <Dialect dialect>
const char* match(Split split, const char* p, Text<dialect> text) noexcept {
  switch (split) {
    case Split::gpt2: return gpt2_piece(p, text);
    case Split::cl100k: return cl100k_piece(p, text, 3);
    case Split::o200k: return o200k_piece(p, text);
    case Split::qwen2: return cl100k_piece(p, text, 1);
    case Split::qwen35: return qwen35_piece(p, text);
    case Split::tekken: return tekken_piece(p, text);
    case Split::line_runs:
      return std::find_if(p, text.end, [p](char c) { return (c == '\n') != (*p == '\n'); });
    case Split::words_at_u2581: return word_at_u2581(p, text.end);
    case Split::deepseek_v3: return deepseek_v3_piece(p, text);
    case Split::one_number: return number_run(p, text, 1);
    case Split::three_numbers: return number_run(p, text, 3);
    case Split::numbers: return number_run(p, text, 0);
    case Split::three_digits: return ascii_digits(p, text.end);
    case Split::han_and_kana: return some_of(p, text, is_han_or_kana);
    case Split::line_end: return *p == '\n' || *p == '\r' ? p + 1 : nullptr;
    case Split::deepseek_letters: return after_blank(p, text, is_deepseek_letter);
    case Split::deepseek_signs: return after_blank(p, text, is_deepseek_sign<dialect>);
    case Split::blank_end: return blank_end(p, text);
    case Split::spaced_letters: return after_blank(p, text, [](Char c) { return c.in(letters); });
    case Split::spaced_punctuation:
      return after_blank(p, text, [](Char c) { return c.kind == CharClass::punctuation; });
    case Split::han_and_hangul: return some_of(p, text, is_han_or_hangul<dialect>);
    case Split::falcon_punctuation: return some_of(p, text, is_falcon_punctuation);
    case Split::one_digit_char: return one_of(p, text, is_digit_char);
    case Split::digit_chars: return some_of(p, text, is_digit_char);
    case Split::one_punctuation: return one_of(p, text, is_punctuation_char);
    case Split::punctuation_chars: return some_of(p, text, is_punctuation_char);
    case Split::mapped_digits: break;
  }
  return mapped_digits(p, text.end);
}

}  // namespace

const char* match_end(SplitRule rule, const char* p, const char* end) noexcept {
  if (rule.dialect == Dialect::llama_cpp)
    return match(rule.split, p, Text<Dialect::llama_cpp>{end});
  return match(rule.split, p, Text<Dialect::published>{end});
}

}  // namespace laconic::tokens

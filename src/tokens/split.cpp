// split.cpp - the patterns of the tokenizer families, rule by rule, without a regex engine.
//
// A rule gets the start of a piece and answers with its end, or with nullptr when it does
// not match there; the first rule that matches wins. What backtracking does in the patterns
// is written out: see cased_word.
#include "tokens/split.hpp"

#include "tokens/code_points.hpp"

namespace laconic::tokens {
namespace {

constexpr ClassSet letters = set_of(CharClass::upper, CharClass::lower, CharClass::letter);
constexpr ClassSet numbers = set_of(CharClass::number);
constexpr ClassSet blanks = set_of(CharClass::space, CharClass::newline);
constexpr ClassSet punctuation = set_of(CharClass::other, CharClass::mark);
/// What may stand once before a word.
constexpr ClassSet prefixes = set_of(CharClass::other, CharClass::mark, CharClass::space);
/// The two runs of a word in o200k: characters without case belong to both.
constexpr ClassSet heads = set_of(CharClass::upper, CharClass::letter, CharClass::mark);
constexpr ClassSet tails = set_of(CharClass::lower, CharClass::letter, CharClass::mark);
constexpr ClassSet caseless = set_of(CharClass::letter, CharClass::mark);

struct Text {
  const char* end;
  [[nodiscard]] bool has(const char* p, ClassSet set) const noexcept {
    return p != end && char_at(p).in(set);
  }
  [[nodiscard]] const char* run(const char* p, ClassSet set) const noexcept {
    while (p != end) {
      const Char c = char_at(p);
      if (!c.in(set)) break;
      p += c.size;
    }
    return p;
  }
};

/// s, t, re, ve, m, ll, d behind an apostrophe at `p`; nullptr when there is none. Folding
/// is Unicode's, by which U+017F is an s.
const char* contraction(const char* p, Text text, bool fold) noexcept {
  if (p == text.end || *p != '\'' || p + 1 == text.end) return nullptr;
  const auto lower = [&](const char* at) {
    const auto c = static_cast<unsigned char>(*at);
    return fold && c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20U) : *at;
  };
  const char* at = p + 1;
  switch (lower(at)) {
    case 's':
    case 't':
    case 'm':
    case 'd': return at + 1;
    case 'r':
    case 'v': return at + 1 != text.end && lower(at + 1) == 'e' ? at + 2 : nullptr;
    case 'l': return at + 1 != text.end && lower(at + 1) == 'l' ? at + 2 : nullptr;
    case '\xC5': return fold && at + 1 != text.end && at[1] == '\xBF' ? at + 2 : nullptr;
    default: return nullptr;
  }
}

const char* with_contraction(const char* p, Text text) noexcept {
  const char* longer = contraction(p, text, true);
  return longer == nullptr ? p : longer;
}

/// The first alternative of o200k, `[heads]*[tails]+`, from `p` on. When the greedy head
/// leaves nothing for the tail, it gives back up to its last caseless character.
const char* head_and_tail(const char* p, Text text) noexcept {
  const char* cut = nullptr;
  const char* at = p;
  while (at != text.end) {
    const Char c = char_at(at);
    if (!c.in(heads)) break;
    at += c.size;
    if (c.in(caseless)) cut = at;
  }
  const char* tail = text.run(at, tails);
  return tail != at ? tail : cut;
}

/// A word of o200k with its optional prefix. The pattern tries the prefix first in each of
/// its two alternatives; without it matters only when the prefix is itself a mark.
const char* cased_word(const char* p, Text text) noexcept {
  const Char first = char_at(p);
  const char* behind = first.in(prefixes) ? p + first.size : nullptr;
  if (behind != nullptr) {
    if (const char* word = head_and_tail(behind, text)) return with_contraction(word, text);
  }
  if (first.in(heads | tails)) {
    if (const char* word = head_and_tail(p, text)) return with_contraction(word, text);
  }
  // The second alternative, `[heads]+[tails]*`: what is left are capitals alone.
  if (behind != nullptr) {
    const char* word = text.run(behind, heads);
    if (word != behind) return with_contraction(word, text);
  }
  const char* word = text.run(p, heads);
  return word == p ? nullptr : with_contraction(word, text);
}

/// A word of cl100k: one prefix, then letters of any case.
const char* plain_word(const char* p, Text text) noexcept {
  const Char first = char_at(p);
  const char* start = first.in(prefixes) ? p + first.size : p;
  const char* word = text.run(start, letters);
  return word == start ? nullptr : word;
}

/// Up to `most` numbers, 0 for any number of them.
const char* digits(const char* p, Text text, unsigned most) noexcept {
  const char* at = p;
  for (unsigned count = 0; (most == 0 || count < most) && at != text.end; ++count) {
    const Char c = char_at(at);
    if (!c.in(numbers)) break;
    at += c.size;
  }
  return at == p ? nullptr : at;
}

/// One optional space, then a run of `set`.
const char* spaced(const char* p, Text text, ClassSet set) noexcept {
  const char* start = *p == ' ' ? p + 1 : p;
  const char* at = text.run(start, set);
  return at == start ? nullptr : at;
}

/// Punctuation with the line ends behind it; o200k takes slashes among those too.
const char* punctuation_and_lines(const char* p, Text text, bool slashes) noexcept {
  const char* at = spaced(p, text, punctuation);
  if (at == nullptr) return nullptr;
  while (at != text.end && (*at == '\n' || *at == '\r' || (slashes && *at == '/')))
    ++at;
  return at;
}

/// White space. A run with line ends goes up to the last of them where `lines` says so; any
/// other run leaves its last character to the next piece unless it ends the text.
const char* white_space(const char* p, Text text, bool lines) noexcept {
  const char* after_line = nullptr;
  const char* last = p;
  const char* at = p;
  while (at != text.end) {
    const Char c = char_at(at);
    if (!c.in(blanks)) break;
    last = at;
    at += c.size;
    if (c.kind == CharClass::newline) after_line = at;
  }
  if (lines && after_line != nullptr) return after_line;
  return at == text.end || last == p ? at : last;
}

const char* gpt2_piece(const char* p, Text text) noexcept {
  if (const char* at = contraction(p, text, false)) return at;
  if (const char* at = spaced(p, text, letters)) return at;
  if (const char* at = spaced(p, text, numbers)) return at;
  if (const char* at = spaced(p, text, punctuation)) return at;
  return white_space(p, text, false);
}

const char* cl100k_piece(const char* p, Text text) noexcept {
  if (const char* at = contraction(p, text, true)) return at;
  if (const char* at = plain_word(p, text)) return at;
  if (const char* at = digits(p, text, 3)) return at;
  if (const char* at = punctuation_and_lines(p, text, false)) return at;
  return white_space(p, text, true);
}

const char* o200k_piece(const char* p, Text text) noexcept {
  if (const char* at = cased_word(p, text)) return at;
  if (const char* at = digits(p, text, 3)) return at;
  if (const char* at = punctuation_and_lines(p, text, true)) return at;
  return white_space(p, text, true);
}

}  // namespace

const char* piece_end(Split split, const char* p, const char* end) noexcept {
  const Text text{end};
  switch (split) {
    case Split::gpt2: return gpt2_piece(p, text);
    case Split::cl100k: return cl100k_piece(p, text);
    case Split::o200k: break;
  }
  return o200k_piece(p, text);
}

}  // namespace laconic::tokens

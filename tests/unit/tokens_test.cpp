// tokens_test.cpp - exact token ids, the pieces they come from, and what a file may hold.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <laconic/tokens.hpp>

#include "random.hpp"
#include "tokens/split.hpp"
#include "tokens/split_window.hpp"

namespace {
std::size_t allocations = 0;
}

// Counting promises to allocate nothing, so allocations are counted.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* p) noexcept {
  std::free(p);
}
[[gnu::noinline]] void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}

namespace laconic {
namespace {

using tokens::Split;

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i)
    out += text;
  return out;
}

Tokenizer builtin(std::string_view name) {
  auto tokenizer = Tokenizer::builtin(name);
  EXPECT_TRUE(tokenizer.ok());
  return *tokenizer;
}

std::vector<std::string> pieces(Split split, std::string_view text) {
  std::vector<std::string> out;
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    const char* const next = tokens::piece_end(split, p, end);
    out.emplace_back(p, next);
    p = next;
  }
  return out;
}

// Ids made with the npm package tiktoken 1.0.22.
struct Vector {
  std::string text;
  std::vector<std::uint32_t> cl100k, o200k;
};

const std::vector<Vector>& vectors() {
  static const std::vector<Vector> all = {
      {"", {}, {}},
      {"hello world", {15339, 1917}, {24912, 2375}},
      {"iPhone", {45840}, {72, 7081}},
      {"I'LL", {40, 6, 4178}, {40, 6, 7454}},
      {"A'S", {32, 13575}, {32, 31233}},
      {"x'lL y", {87, 64966, 43, 379}, {87, 54602, 43, 342}},
      {" 'tis", {364, 83, 285}, {461, 109773}},
      {"12345", {4513, 1774}, {7633, 2548}},
      {"\u00BD3", {27154, 18}, {27124, 18}},
      {"  x", {220, 865}, {220, 1215}},
      {"\t\tname", {197, 11870}, {197, 22355}},
      {"x  \n\n  y", {87, 19124, 220, 379}, {87, 11691, 220, 342}},
      {"a //\n/b", {64, 6611, 3554}, {64, 14442, 14, 65}},
      {"a //\r\n\r\nb", {64, 94727, 65}, {64, 602, 1414, 65}},
      {"\u0301've\U0001F600", {54939, 6, 588, 76460, 222}, {13430, 7341, 84083}},
      {"a\u0085b", {64, 126, 227, 65}, {64, 126, 227, 65}},
      {"a\uFEFFb", {64, 3305, 65}, {64, 5574, 65}},
      {repeated("=", 200), {8315, 8315, 8315, 895}, {17686, 17686, 154118}},
      {repeated(" ", 300), {58040, 58040, 15791}, {72056, 72056, 32392}},
      {"]|foo", {30785, 8134}, {70489, 16660}},
      {"<|endoftext|>", {27, 91, 8862, 728, 428, 91, 29}, {27, 91, 419, 1440, 919, 91, 29}},
  };
  return all;
}

TEST(Tokens, KnownIds) {
  const Tokenizer cl100k = builtin("cl100k_base");
  const Tokenizer o200k = builtin("o200k_base");
  for (const Vector& vector : vectors()) {
    for (const auto& [tokenizer, ids] :
         {std::pair(&cl100k, &vector.cl100k), std::pair(&o200k, &vector.o200k)}) {
      const auto found = tokenizer->encode(vector.text);
      ASSERT_TRUE(found.ok());
      EXPECT_EQ(*found, *ids) << tokenizer->name() << " " << vector.text;
      EXPECT_EQ(*tokenizer->count(vector.text), ids->size()) << vector.text;
      EXPECT_EQ(*tokenizer->decode(*ids), vector.text);
    }
  }
}

TEST(Tokens, KnownPieces) {
  using List = std::vector<std::string>;
  const auto expect = [](std::string_view text, const List& o200k, const List& cl100k) {
    EXPECT_EQ(pieces(Split::o200k, text), o200k) << text;
    EXPECT_EQ(pieces(Split::cl100k, text), cl100k) << text;
  };
  const std::string p = "\u0301";
  expect("\u02B0\u02B0S", {"\u02B0\u02B0", "S"}, {"\u02B0\u02B0S"});
  expect("AB" + p + "C", {"AB" + p, "C"}, {"AB", p + "C"});
  expect("A" + p + "Cd", {"A" + p + "Cd"}, {"A", p + "Cd"});
  expect("'\u4E2DB", {"'\u4E2D", "B"}, {"'\u4E2DB"});
  expect(p + "'ve", {p + "'ve"}, {p + "'", "ve"});
  expect(p + "\u200D\U0001F600", {p, "\u200D\U0001F600"}, {p + "\u200D\U0001F600"});
  expect("t'\u017F", {"t'\u017F"}, {"t", "'\u017F"});
  expect("!\n/\n/", {"!\n/\n/"}, {"!\n", "/\n", "/"});
  expect("a\u0085\u0085b", {"a", "\u0085", "\u0085b"}, {"a", "\u0085", "\u0085b"});
  expect("  \n  x", {"  \n", " ", " x"}, {"  \n", " ", " x"});
  EXPECT_EQ(pieces(Split::gpt2, "I've 12345!! \n x"),
            (List{"I", "'ve", " 12345", "!!", " \n", " x"}));
}

/// The pieces that the windows find, where they find any.
template <Split split>
void expect_window_agrees(std::string_view text) {
  std::string padded(text);
  padded.append(128, '\0');
  const char* p = padded.data();
  const char* const end = p + text.size();
  while (end - p >= static_cast<std::ptrdiff_t>(tokens::window_bytes + 2)) {
    std::uint64_t starts = tokens::window_starts<split>(p);
    ASSERT_EQ(starts & 1, 1U);
    unsigned at = 0;
    for (starts &= starts - 1; starts != 0; starts &= starts - 1) {
      const auto next = static_cast<unsigned>(std::countr_zero(starts));
      const char* const expected = tokens::piece_end(split, p + at, end);
      ASSERT_EQ(p + next, expected)
          << "window at " << p - padded.data() << " of: " << ::testing::PrintToString(padded);
      at = next;
    }
    p = at == 0 ? tokens::piece_end(split, p, end) : p + at;
  }
}

TEST(Tokens, WindowsAgreeWithTheRules) {
  // Mostly ASCII from every class, the characters that rules name, and a few beyond.
  constexpr std::string_view nasty[] = {
      "a",      "b",      "Z",      "Q",          "s",    "t",    "S",         "T",      "re",
      "LL",     "v",      "0",      "9",          "12",   " ",    "  ",        "\t",     "\n",
      "\r",     "\r\n",   "'",      "'s",         "'LL",  "'ve",  "\"",        "|",      ",",
      "/",      "//",     "\n/",    "{",          "}",    ":",    "\x1f",      "\x7f",   "\v",
      "\f",     "!",      "_",      "word",       "Word", "CAPS", "camelCase", "\u00E9", "\u0301",
      "\u4E2D", "\u017F", "\u0085", "\U0001F600",
  };
  support::Random random(7);
  for (int round = 0; round < 60000; ++round) {
    std::string text;
    const std::size_t wide = round % 3 == 0 ? std::size(nasty) : std::size(nasty) - 6;
    while (text.size() < 150)
      text += nasty[random.below(wide)];
    expect_window_agrees<Split::o200k>(text);
    expect_window_agrees<Split::cl100k>(text);
    if (HasFatalFailure()) return;
  }
}

/// Byte-pair merging as its definition says, one merge at a time.
std::size_t merge_slowly(const Tokenizer& tokenizer, std::string_view piece) {
  std::vector<std::string> parts;
  for (const char c : piece)
    parts.emplace_back(1, c);
  const auto rank = [&](const std::string& bytes) -> std::uint32_t {
    for (std::uint32_t id = 0; id < tokenizer.size(); ++id) {
      if (*tokenizer.decode({&id, 1}) == bytes) return id;
    }
    return 0xFFFFFFFF;
  };
  while (true) {
    std::size_t best = parts.size();
    std::uint32_t lowest = 0xFFFFFFFF;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      const std::uint32_t found = rank(parts[i] + parts[i + 1]);
      if (found < lowest) {
        lowest = found;
        best = i;
      }
    }
    if (best == parts.size()) return parts.size();
    parts[best] += parts[best + 1];
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
}

TEST(Tokens, LoadedRanksMergeAsDefined) {
  // A small vocabulary with competing merges, so that the slow way stays bearable.
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string file;
  std::uint32_t next = 0;
  const auto add = [&](std::string_view bytes) {
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
      std::uint32_t bits = 0;
      for (std::size_t b = 0; b < 3; ++b)
        bits = bits << 8 | (i + b < bytes.size() ? static_cast<unsigned char>(bytes[i + b]) : 0U);
      for (std::size_t d = 0; d < 4; ++d)
        file += i + d < bytes.size() + 1 ? digits[bits >> (18 - 6 * d) & 63] : '=';
    }
    file += " " + std::to_string(next++) + "\n";
  };
  for (unsigned byte = 0; byte < 256; ++byte)
    add(std::string(1, static_cast<char>(byte)));
  for (const std::string_view token :
       {"ab", "bc", "abc", "ca", "aa", "aab", "bca", "bcab", "abab", "cc", "ccc", "ccab",
        "abcabcabcabcabc", "abcabcabcabcabcabc"})
    add(token);
  const auto loaded = Tokenizer::load(file, "small.cl100k");
  ASSERT_TRUE(loaded.ok()) << loaded.error().message();
  EXPECT_EQ(loaded->size(), next);
  support::Random random(3);
  constexpr std::size_t sizes[] = {2, 5, 13, 14, 40, 62, 63, 64, 65, 90, 200};
  for (const std::size_t size : sizes) {
    for (int round = 0; round < 3; ++round) {
      std::string text;
      while (text.size() < size)
        text += static_cast<char>('a' + random.below(3));
      EXPECT_EQ(*loaded->count(text), merge_slowly(*loaded, text)) << text;
      const auto ids = loaded->encode(text);
      ASSERT_TRUE(ids.ok());
      EXPECT_EQ(*loaded->decode(*ids), text);
      EXPECT_EQ(ids->size(), *loaded->count(text));
    }
  }
}

TEST(Tokens, CountEqualsEncodeAtEveryLength) {
  // Crosses the borders between windows, the padded rest, and short and long lookups.
  const std::string text =
      "{\"name\":\"Bernadette Streich-Gutkowski\",\"mail\":\"raymundo.nienow@example.com\"}\n"
      "We don't know, they'll say: \u00FCberma\u00DFig 12,345.678 -- \u4E2D\u6587!\t\tEND   \n\n"
      "0123456789012345678901234567890123456789";
  for (const std::string_view name : Tokenizer::builtin_names()) {
    const Tokenizer tokenizer = builtin(name);
    for (std::size_t size = 0; size <= text.size(); ++size) {
      // An exact copy, so that reading behind the text is found.
      const std::vector<char> exact(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size));
      const std::string_view part(exact.data(), exact.size());
      const auto ids = tokenizer.encode(part);
      const auto count = tokenizer.count(part);
      if (!ids) {
        EXPECT_EQ(ids.error().code, Errc::invalid_utf8);
        EXPECT_FALSE(count.ok());
        continue;
      }
      EXPECT_EQ(*count, ids->size());
      EXPECT_EQ(*tokenizer.decode(*ids), part);
    }
  }
}

TEST(Tokens, HostileTextIsNotSlow) {
  // Quadratic merging would take minutes.
  const Tokenizer tokenizer = builtin("o200k_base");
  EXPECT_EQ(*tokenizer.count(std::string(1U << 20, 'a')), 131072U);
  EXPECT_EQ(*tokenizer.count(std::string(1U << 20, ' ')), 8192U);
  std::string random_letters;
  support::Random random(11);
  while (random_letters.size() < 1U << 20)
    random_letters += static_cast<char>('a' + random.below(26));
  EXPECT_EQ(*tokenizer.count(random_letters), tokenizer.encode(random_letters)->size());
}

TEST(Tokens, CountingAllocatesNothing) {
  const Tokenizer tokenizer = builtin("o200k_base");
  std::string text = "The quick brown fox's Gutkowski 12345 \u4E2D\u6587 ";
  text += std::string(2000, 'x');  // a piece for the heap, within its stack memory
  for (int i = 0; i < 100; ++i)
    text += " Streich|raymundo.nienow@example.com\n";
  const std::size_t before = allocations;
  const auto count = tokenizer.count(text);
  EXPECT_EQ(allocations, before);
  EXPECT_TRUE(count.ok());
}

TEST(Tokens, OneTokenizerServesManyThreads) {
  const Tokenizer tokenizer = builtin("cl100k_base");
  const std::string text = repeated("we don't agree about Streich ", 500);
  const std::size_t expected = *tokenizer.count(text);
  std::vector<std::thread> threads;
  std::vector<std::size_t> counts(4);
  for (std::size_t& count : counts) {
    threads.emplace_back([&] {
      const Tokenizer copy = tokenizer;
      count = *copy.count(text);
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(counts, std::vector<std::size_t>(4, expected));
}

TEST(Tokens, BadTextAndBadIds) {
  const Tokenizer tokenizer = builtin("o200k");
  EXPECT_EQ(tokenizer.name(), "o200k_base");
  const auto count = tokenizer.count("abc\xFF");
  ASSERT_FALSE(count.ok());
  EXPECT_EQ(count.error().code, Errc::invalid_utf8);
  EXPECT_EQ(count.error().offset, 3U);
  const std::vector<std::uint32_t> ids = {1, 199998};
  const auto text = tokenizer.decode(ids);
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().code, Errc::out_of_range);
  EXPECT_EQ(Tokenizer::builtin("gpt5").error().code, Errc::unknown_format);
}

TEST(Tokens, BadRankFiles) {
  const auto code = [](std::string_view file, std::string_view name) {
    const auto loaded = Tokenizer::load(file, name);
    return loaded ? std::string("loaded") : std::string(slug(loaded.error().code));
  };
  EXPECT_EQ(code("YQ== 0\n", "unknown.tiktoken"), "unsupported");
  EXPECT_EQ(code("YQ== 0\n", "cl100k.tiktoken"), "unsupported");  // 255 bytes are missing
  EXPECT_EQ(code("YQ==\n", "cl100k.tiktoken"), "invalid_line");
  EXPECT_EQ(code("YQ= 0\n", "cl100k.tiktoken"), "invalid_line");
  EXPECT_EQ(code("YQ== x\n", "cl100k.tiktoken"), "invalid_line");
  EXPECT_EQ(code("YQ== 99999999\n", "cl100k.tiktoken"), "invalid_line");
  EXPECT_EQ(code("YQ== 0\nYg== 0\n", "cl100k.tiktoken"), "duplicate_key");
}

}  // namespace
}  // namespace laconic

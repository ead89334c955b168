// vocabulary_test.cpp - vocabularies from files, made by hand, with results worked by hand.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <laconic/tokens.hpp>

#include "random.hpp"
#include "tokens/byte_alphabet.hpp"
#include "tokens/pair_merge.hpp"
#include "tokens/token_spelling.hpp"
#include "tokens/unicode_form.hpp"

namespace laconic {
namespace {

using Ids = std::vector<std::uint32_t>;
using Merges = std::vector<std::pair<std::string, std::string>>;

std::string utf8(char32_t point) {
  std::string text;
  if (point < 0x80) {
    text += static_cast<char>(point);
  } else {
    text += static_cast<char>(0xC0 | point >> 6);
    text += static_cast<char>(0x80 | (point & 0x3F));
  }
  return text;
}

std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      out += c;
    }
  }
  return out + "\"";
}

/// The texts of the 256 bytes in GPT-2's spelling, then `more`.
std::vector<std::string> byte_texts(const std::vector<std::string>& more) {
  std::vector<std::string> texts;
  for (unsigned byte = 0; byte < 256; ++byte)
    texts.push_back(utf8(tokens::character_of_byte(static_cast<unsigned char>(byte))));
  texts.insert(texts.end(), more.begin(), more.end());
  return texts;
}

/// An unknown token, the 256 byte tokens, then `more` from the id 257 on.
std::vector<std::string> fallback_texts(const std::vector<std::string>& more) {
  std::vector<std::string> texts = {"<unk>"};
  for (unsigned byte = 0; byte < 256; ++byte)
    texts.push_back(tokens::byte_token_text(byte));
  texts.insert(texts.end(), more.begin(), more.end());
  return texts;
}

std::string vocab_json(const std::vector<std::string>& texts) {
  std::string out;
  for (std::size_t id = 0; id < texts.size(); ++id)
    out += (id == 0 ? "{" : ",") + json_string(texts[id]) + ":" + std::to_string(id);
  return out + "}";
}

std::string merges_json(const Merges& merges) {
  std::string out = "[";
  for (const auto& [left, right] : merges)
    out += (out.size() == 1 ? "" : ",") + json_string(left + " " + right);
  return out + "]";
}

constexpr std::string_view plain_bytes =
    R"({"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true,"use_regex":true})";

/// A tokenizer.json; `model` and `top` are further members.
std::string byte_level(const std::vector<std::string>& more, const Merges& merges,
                       std::string_view model = "",
                       std::string_view top = R"(,"pre_tokenizer":{"type":"ByteLevel",)"
                                              R"("add_prefix_space":false})") {
  return R"({"version":"1.0","model":{"type":"BPE","vocab":)" + vocab_json(byte_texts(more)) +
         ",\"merges\":" + merges_json(merges) + std::string(model) + "}" + std::string(top) + "}";
}

constexpr std::string_view llama_normalizer =
    R"(,"normalizer":{"type":"Sequence","normalizers":[{"type":"Prepend","prepend":"\u2581"},)"
    R"({"type":"Replace","pattern":{"String":" "},"content":"\u2581"}]})";

std::string character_level(
    const std::vector<std::string>& more, const Merges& merges,
    std::string_view model = R"(,"byte_fallback":true,"fuse_unk":true,"unk_token":"<unk>")",
    std::string_view top = llama_normalizer) {
  return R"({"model":{"type":"BPE","vocab":)" + vocab_json(fallback_texts(more)) +
         ",\"merges\":" + merges_json(merges) + std::string(model) + "}" + std::string(top) + "}";
}

Tokenizer loaded(std::string_view file, std::string_view name = "test") {
  auto tokenizer = Tokenizer::load(file, name);
  if (!tokenizer) {
    ADD_FAILURE() << tokenizer.error().message();
    return *Tokenizer::builtin("o200k");
  }
  return *tokenizer;
}

/// What loading says, or "loaded".
std::string answer(std::string_view file, std::string_view name = "test") {
  const auto tokenizer = Tokenizer::load(file, name);
  return tokenizer ? "loaded" : tokenizer.error().message();
}

Ids ids_of(const Tokenizer& tokenizer, std::string_view text) {
  const auto ids = tokenizer.encode(text);
  if (!ids) {
    ADD_FAILURE() << ids.error().message();
    return {};
  }
  EXPECT_EQ(*tokenizer.count(text), ids->size()) << text;
  return *ids;
}

#define EXPECT_SAYS(file, part)                                        \
  do {                                                                 \
    const std::string said = answer(file);                             \
    EXPECT_NE(said.find(part), std::string::npos) << "said: " << said; \
  } while (false)

TEST(HuggingFace, MergesBytesByTheOrderOfPairs) {
  const auto file = byte_level({"ll", "he", "hell", "hello", "lo"},
                               {{"l", "l"}, {"h", "e"}, {"he", "ll"}, {"hell", "o"}});
  const Tokenizer tokenizer = loaded(file);
  EXPECT_EQ(tokenizer.size(), 261U);
  EXPECT_EQ(tokenizer.kind(), "byte pairs by order, tokenizer.json");
  EXPECT_EQ(ids_of(tokenizer, ""), Ids{});
  EXPECT_EQ(ids_of(tokenizer, "hello"), Ids{259});
  // "lo" is a token that no merge makes.
  EXPECT_EQ(ids_of(tokenizer, "lo"), (Ids{'l', 'o'}));
  EXPECT_EQ(ids_of(tokenizer, "helo"), (Ids{257, 'l', 'o'}));
  EXPECT_EQ(ids_of(tokenizer, "lll"), (Ids{256, 'l'}));
  // GPT-2's split keeps the space with the word, and no merge holds one.
  EXPECT_EQ(ids_of(tokenizer, "he hello"), (Ids{257, ' ', 259}));
  EXPECT_EQ(*tokenizer.decode(ids_of(tokenizer, "he hello\n\u00E9")), "he hello\n\u00E9");
}

TEST(HuggingFace, MergesMayBePairsAndTheLastOfTwoCounts) {
  std::string file = byte_level({"ab", "bc"}, {{"a", "b"}, {"b", "c"}, {"a", "b"}});
  EXPECT_EQ(ids_of(loaded(file), "abc"), (Ids{'a', 257}));
  const std::string spelled = R"(["a b","b c","a b"])";
  const auto at = file.find(spelled);
  ASSERT_NE(at, std::string::npos);
  file.replace(at, spelled.size(), R"(["#version: 0.2","a b","b c"])");
  EXPECT_EQ(ids_of(loaded(file), "abc"), (Ids{256, 'c'}));
  file.replace(file.find(R"(["#version: 0.2","a b","b c"])"), 29, R"([["a","b"],["b","c"]])");
  EXPECT_EQ(ids_of(loaded(file), "abc"), (Ids{256, 'c'}));
}

TEST(HuggingFace, WholePiecesWithIgnoreMerges) {
  const Merges merges = {{"l", "o"}};
  const std::vector<std::string> more = {"lo", "lol"};
  EXPECT_EQ(ids_of(loaded(byte_level(more, merges)), "lol"), (Ids{256, 'l'}));
  EXPECT_EQ(ids_of(loaded(byte_level(more, merges, R"(,"ignore_merges":true)")), "lol"), Ids{257});
  EXPECT_EQ(ids_of(loaded(byte_level(more, merges, R"(,"ignore_merges":true)")), "lollo"),
            (Ids{256, 'l', 256}));
}

TEST(HuggingFace, SplitsArePatternsThatAreKnown) {
  const Merges merges = {{"1", "2"}, {"12", "3"}, {"\u0120", "a"}};
  const std::vector<std::string> more = {"12", "123", "\u0120a"};
  const auto with = [&](std::string_view steps) {
    return byte_level(
        more, merges, "",
        R"(,"pre_tokenizer":{"type":"Sequence","pretokenizers":[)" + std::string(steps) + "]}");
  };
  const std::string raw = R"({"type":"ByteLevel","add_prefix_space":false,"use_regex":false})";
  const std::string qwen =
      R"({"type":"Split","pattern":{"Regex":"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?)"
      R"(\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"},)"
      R"("behavior":"Isolated","invert":false},)";
  const std::string numbers =
      R"({"type":"Split","pattern":{"Regex":"\\p{N}{1,3}"},"behavior":"Isolated"},)";
  const std::string digits = R"({"type":"Digits","individual_digits":true},)";
  EXPECT_EQ(ids_of(loaded(with(raw)), "1123 a"), (Ids{'1', 257, 258}));
  EXPECT_EQ(ids_of(loaded(with(qwen + raw)), "1123 a"), (Ids{'1', '1', '2', '3', 258}));
  EXPECT_EQ(ids_of(loaded(with(numbers + raw)), "12345 a"), (Ids{257, '4', '5', 258}));
  EXPECT_EQ(ids_of(loaded(with(digits + raw)), "123 a"), (Ids{'1', '2', '3', 258}));
  // Falcon: digits behind the byte level, where U+00B2's second byte is a digit too.
  const std::string falcon =
      R"({"type":"Punctuation","behavior":"Contiguous"},)" + std::string(plain_bytes) +
      R"(,{"type":"Digits","individual_digits":false},)"
      R"({"type":"Split","pattern":{"Regex":"[0-9][0-9][0-9]"},"behavior":"Isolated"})";
  EXPECT_EQ(ids_of(loaded(with(falcon)), "1231\u00B2"), (Ids{257, '1', 0xC2, 0xB2}));
}

TEST(HuggingFace, SpaceInFront) {
  const auto file = byte_level({"\u0120a"}, {{"\u0120", "a"}}, "",
                               R"(,"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":true})");
  EXPECT_EQ(ids_of(loaded(file), "a a"), (Ids{256, 256}));
  EXPECT_EQ(ids_of(loaded(file), " a"), Ids{256});
  EXPECT_EQ(ids_of(loaded(file), ""), Ids{});
}

TEST(HuggingFace, CharactersWithByteFallback) {
  const auto file = character_level({"\u2581", "h", "i", "\u2581h", "\u2581hi", "hi"},
                                    {{"\u2581", "h"}, {"\u2581h", "i"}, {"h", "i"}});
  const Tokenizer tokenizer = loaded(file);
  EXPECT_EQ(tokenizer.kind(), "character pairs by order, tokenizer.json");
  EXPECT_EQ(ids_of(tokenizer, ""), Ids{});
  EXPECT_EQ(ids_of(tokenizer, "hi"), Ids{261});
  EXPECT_EQ(ids_of(tokenizer, "hi hihi"), (Ids{261, 261, 262}));
  EXPECT_EQ(ids_of(tokenizer, "\u00E9"), (Ids{257, 0xC3 + 1, 0xA9 + 1}));
  EXPECT_EQ(*tokenizer.decode(ids_of(tokenizer, "hi \u00E9")), " hi \u00E9");
}

TEST(HuggingFace, Metaspace) {
  const auto with = [](std::string_view members) {
    return loaded(character_level(
        {"\u2581", "a", "\u2581a", "a\u2581"}, {{"a", "\u2581"}, {"\u2581", "a"}},
        R"(,"byte_fallback":true)",
        R"(,"pre_tokenizer":{"type":"Metaspace","replacement":"\u2581")" + std::string(members) +
            R"(},"added_tokens":[{"id":261,"content":"X","special":false}])"));
  };
  // The text "a a": with one piece the first merge joins "a" and the mark behind it.
  EXPECT_EQ(ids_of(with(R"(,"prepend_scheme":"never","split":false)"), "a a"), (Ids{260, 258}));
  EXPECT_EQ(ids_of(with(R"(,"prepend_scheme":"always","split":false)"), "a a"),
            (Ids{257, 260, 258}));
  EXPECT_EQ(ids_of(with(R"(,"prepend_scheme":"always","split":true)"), "a a"), (Ids{259, 259}));
  EXPECT_EQ(ids_of(with(R"(,"add_prefix_space":true)"), "a a"), (Ids{259, 259}));
  EXPECT_EQ(ids_of(with(R"(,"prepend_scheme":"always","split":true)"), " a"), Ids{259});
  EXPECT_EQ(ids_of(with(R"(,"prepend_scheme":"always","split":true)"), "  a "),
            (Ids{257, 259, 257}));
  // Only the first part of the text, or each part between added tokens.
  EXPECT_EQ(ids_of(with(R"(,"prepend_scheme":"first","split":false)"), "aXa"),
            (Ids{259, 261, 258}));
  EXPECT_EQ(ids_of(with(R"(,"prepend_scheme":"always","split":false)"), "aXa"),
            (Ids{259, 261, 259}));
  EXPECT_EQ(ids_of(with(R"(,"prepend_scheme":"first","split":false)"), "Xa"), (Ids{261, 258}));
}

TEST(HuggingFace, UnknownCharacters) {
  const Merges none;
  const auto fused =
      loaded(character_level({"a"}, none, R"(,"unk_token":"<unk>","fuse_unk":true)", ""));
  EXPECT_EQ(ids_of(fused, "axxa\u00E9"), (Ids{257, 0, 257, 0}));
  const auto single = loaded(character_level({"a"}, none, R"(,"unk_token":"<unk>")", ""));
  EXPECT_EQ(ids_of(single, "axxa\u00E9"), (Ids{257, 0, 0, 257, 0}));
}

TEST(HuggingFace, AddedTokensComeFirstAndSpecialOnesAreText) {
  const auto file = byte_level(
      {"ab"}, {{"a", "b"}}, "",
      R"(,"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false},"added_tokens":[)"
      R"({"id":0,"content":"<s>","special":true},)"
      R"({"id":9,"content":"bc","special":false},)"
      R"({"id":9,"content":"bcd","special":false},)"
      R"({"id":9,"content":"LL","special":false,"lstrip":true},)"
      R"({"id":9,"content":"RR","special":false,"rstrip":true},)"
      R"({"id":256,"content":"ab","special":true}])");
  const Tokenizer tokenizer = loaded(file);
  // What the vocabulary does not know gets the ids behind it, special ones too.
  EXPECT_EQ(tokenizer.size(), 262U);
  EXPECT_EQ(ids_of(tokenizer, "<s>"), (Ids{'<', 's', '>'}));
  EXPECT_EQ(ids_of(tokenizer, "ab"), Ids{256});
  EXPECT_EQ(ids_of(tokenizer, "abc"), (Ids{'a', 258}));
  EXPECT_EQ(ids_of(tokenizer, "abcd"), (Ids{'a', 259}));
  EXPECT_EQ(ids_of(tokenizer, "a  LL b"), (Ids{'a', 260, ' ', 'b'}));
  EXPECT_EQ(ids_of(tokenizer, "a RR \nb"), (Ids{'a', ' ', 261, 'b'}));
  EXPECT_EQ(*tokenizer.decode(Ids{257, 258, 256}), "<s>bcab");
}

TEST(HuggingFace, NormalizedAddedTokensAreFoundInNormalizedText) {
  const auto file = character_level(
      {"\u2581", "a"}, {}, R"(,"byte_fallback":true)",
      std::string(llama_normalizer) +
          R"(,"added_tokens":[{"id":259,"content":"a a","special":false,"normalized":true}])");
  // Its own text is normalized too, so it is found at the start of a text alone.
  EXPECT_EQ(ids_of(loaded(file), "a aa"), (Ids{259, 258}));
  EXPECT_EQ(ids_of(loaded(file), "aa a"), (Ids{257, 258, 258, 257, 258}));
}

TEST(HuggingFace, NormalizationForms) {
  const auto file = [](std::string_view form) {
    return loaded(byte_level({}, {}, "",
                             R"(,"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false},)"
                             R"("normalizer":{"type":")" +
                                 std::string(form) + "\"}"));
  };
  const Tokenizer nfc = file("NFC");
  EXPECT_EQ(*nfc.count("plain"), 5U);
  std::string probe = "\u00E9";
  if (tokens::to_form(tokens::UnicodeForm::nfc, tokens::FormVersion::library, probe) !=
      tokens::Outcome::done) {
    // Built without libutf8proc: refused, never guessed.
    const auto count = nfc.count("\u00E9");
    ASSERT_FALSE(count.ok());
    EXPECT_EQ(count.error().code, Errc::unsupported);
    EXPECT_NE(count.error().detail.find("libutf8proc"), std::string::npos);
    EXPECT_FALSE(nfc.encode("\u00E9").ok());
    return;
  }
  EXPECT_EQ(ids_of(nfc, "e\u0301"), (Ids{0xC3, 0xA9}));
  EXPECT_EQ(ids_of(nfc, "\u212B"), (Ids{0xC3, 0x85}));
  EXPECT_EQ(ids_of(nfc, "\uFB01"), (Ids{0xEF, 0xAC, 0x81}));
  EXPECT_EQ(ids_of(file("NFD"), "\u00E9"), (Ids{'e', 0xCC, 0x81}));
  EXPECT_EQ(ids_of(file("NFKC"), "\uFB01"), (Ids{'f', 'i'}));
  EXPECT_EQ(ids_of(file("NFKD"), "\uFB01\u00E9"), (Ids{'f', 'i', 'e', 0xCC, 0x81}));
  // U+1F16C is of Unicode 12, so the library's tables of 9.0 leave it; U+08CA, of 14.0, does
  // not change places with the mark before it.
  EXPECT_EQ(ids_of(file("NFKC"), "\U0001F16C"), (Ids{0xF0, 0x9F, 0x85, 0xAC}));
  EXPECT_EQ(ids_of(nfc, "\u0301\u08CA\u0323"), (Ids{0xCC, 0x81, 0xE0, 0xA3, 0x8A, 0xCC, 0xA3}));
}

TEST(HuggingFace, NamesWhatItDoesNotSupport) {
  const auto top = [](std::string_view members) { return byte_level({}, {}, "", members); };
  const auto pre = [&](std::string_view step) {
    return top(R"(,"pre_tokenizer":)" + std::string(step));
  };
  const auto model = [](std::string_view members) { return byte_level({}, {}, members); };
  EXPECT_SAYS(R"({"model":{"type":"Unigram","vocab":[]}})", "unsupported: the model is Unigram");
  EXPECT_SAYS(R"({"model":{"unk_id":0,"vocab":[]}})", "the model is Unigram");
  EXPECT_SAYS(R"({"model":{"type":"WordPiece"}})", "the model is WordPiece");
  EXPECT_SAYS(R"({"model":{"max_input_chars_per_word":1}})", "the model is WordPiece");
  EXPECT_SAYS(R"({"model":{"type":"WordLevel"}})", "the model is WordLevel");
  EXPECT_SAYS(R"({"model":{"vocab":{}}})", "of no known type");
  EXPECT_SAYS(R"({"model":[]})", "no object");
  EXPECT_SAYS(R"({"version":"2.0","model":{"type":"BPE"}})", "version 1.0");
  EXPECT_SAYS(model(R"(,"dropout":0.1)"), "dropout");
  EXPECT_EQ(answer(model(R"(,"dropout":0.0)")), "loaded");
  EXPECT_SAYS(model(R"(,"continuing_subword_prefix":"##")"), "continuing_subword_prefix");
  EXPECT_SAYS(model(R"(,"end_of_word_suffix":"</w>")"), "end_of_word_suffix");
  EXPECT_EQ(answer(model(R"(,"end_of_word_suffix":"")")), "loaded");
  EXPECT_SAYS(top(R"(,"normalizer":{"type":"BertNormalizer"})"), "normalizer \"BertNormalizer\"");
  EXPECT_SAYS(top(R"(,"normalizer":{"type":"Precompiled"})"), "normalizer \"Precompiled\"");
  EXPECT_SAYS(top(R"(,"normalizer":{"type":"Replace","pattern":{"Regex":"a"},"content":""})"),
              "regular expression");
  EXPECT_SAYS(top(R"(,"normalizer":7)"), "normalizer is no object");
  EXPECT_SAYS(pre(R"({"type":"Whitespace"})"), "pre-tokenizer \"Whitespace\"");
  EXPECT_SAYS(pre(R"({"type":"Sequence"})"), "Sequence");
  EXPECT_SAYS(pre(R"({"type":"Split","pattern":{"Regex":"x+"},"behavior":"Isolated"})"),
              "the pattern \"x+\"");
  EXPECT_SAYS(pre(R"({"type":"Split","pattern":{"Regex":"\\p{N}"},"behavior":"Removed"})"),
              "the behavior \"Removed\"");
  EXPECT_SAYS(
      pre(R"({"type":"Split","pattern":{"Regex":"\\p{N}"},"behavior":"Removed","invert":true})"),
      "inverted");
  EXPECT_SAYS(pre(R"({"type":"Split","pattern":{"String":"-"},"behavior":"Isolated"})"),
              "at the string \"-\"");
  EXPECT_SAYS(pre(R"({"type":"Punctuation","behavior":"Removed"})"), "\"Punctuation\"");
  EXPECT_SAYS(pre(R"({"type":"Metaspace","replacement":"_"})"), "other than U+2581");
  EXPECT_SAYS(pre(R"({"type":"Metaspace","replacement":"\u2581","prepend_scheme":"some"})"),
              "the prepend_scheme \"some\"");
  EXPECT_SAYS(pre(R"({"type":"Metaspace","replacement":"\u2581","add_prefix_space":false})"),
              "contradicts itself");
  const auto behind_bytes = [&](std::string_view step) {
    return pre(R"({"type":"Sequence","pretokenizers":[)" + std::string(plain_bytes) + "," +
               std::string(step) + "]}");
  };
  EXPECT_SAYS(behind_bytes(R"({"type":"Digits","individual_digits":true})"), "behind ByteLevel");
  EXPECT_SAYS(behind_bytes(R"({"type":"Punctuation"})"), "behind ByteLevel");
  EXPECT_SAYS(behind_bytes(plain_bytes), "behind ByteLevel");
  EXPECT_SAYS(behind_bytes(R"({"type":"Metaspace","replacement":"\u2581"})"), "behind ByteLevel");
  EXPECT_SAYS(
      behind_bytes(R"({"type":"Split","pattern":{"Regex":"\\p{N}"},"behavior":"Isolated"})"),
      "behind ByteLevel");
  EXPECT_SAYS(pre(R"({"type":"Sequence","pretokenizers":[{"type":"Digits"},)"
                  R"({"type":"ByteLevel","add_prefix_space":true}]})"),
              "add_prefix_space behind another");
  EXPECT_SAYS(top(R"(,"pre_tokenizer":null)"), "neither byte_fallback nor an unk_token");
  EXPECT_SAYS(top(R"(,"pre_tokenizer":{"type":"ByteLevel"},"added_tokens":[{"id":256,)"
                  R"("content":"x y","special":false,"single_word":true}])"),
              "single_word");
  std::string steps = R"({"type":"Digits"})";
  for (int i = 0; i < 20; ++i)
    steps += R"(,{"type":"Digits"})";
  EXPECT_SAYS(pre(R"({"type":"Sequence","pretokenizers":[)" + steps + "]}"), "more than 16 steps");
}

TEST(HuggingFace, BrokenFiles) {
  EXPECT_SAYS("{", "unexpected_end");
  EXPECT_SAYS("{}", "no vocabulary");
  EXPECT_SAYS(R"({"model":{"type":"BPE"}})", "no object \"vocab\"");
  EXPECT_SAYS(R"({"model":{"type":"BPE","vocab":{"a":0}}})", "no list \"merges\"");
  EXPECT_SAYS(R"({"model":{"type":"BPE","vocab":{"a":-1},"merges":[]}})", "out_of_range");
  EXPECT_SAYS(R"({"model":{"type":"BPE","vocab":{"a":1048576},"merges":[]}})", "out_of_range");
  EXPECT_SAYS(R"({"model":{"type":"BPE","vocab":{"a":"x"},"merges":[]}})", "out_of_range");
  EXPECT_SAYS(R"({"model":{"type":"BPE","vocab":{"a":0,"a":1},"merges":[]}})", "duplicate_key");
  EXPECT_SAYS(R"({"model":{"type":"BPE","vocab":{"a":0,"b":0},"merges":[]}})",
              "the id 0 occurs twice");
  for (const std::string_view merge : {R"("ab")", R"("a b c")", R"(["a"])", R"(["a",1])", "7"}) {
    EXPECT_SAYS(R"({"model":{"type":"BPE","vocab":{"a":0},"merges":[)" + std::string(merge) + "]}}",
                "the merge 0 is neither");
  }
  EXPECT_SAYS(byte_level({}, {{"a", "b"}}), "the merge 0 names a token that the vocabulary lacks");
  EXPECT_SAYS(byte_level({"ab"}, {{"a", "b"}, {"ab", "x"}}), "the merge 1 names");
  std::string file = byte_level({}, {});
  file.replace(file.find("\"a\":97"), 6, "\"zz\":97");
  EXPECT_SAYS(file, "the byte 97 is no token");
  // Without a rare one the vocabulary loads, and refuses the texts that hold it.
  file = byte_level({}, {});
  file.replace(file.find("\"\u0103\":3,"), 7, "\"zz\":3,");
  const Tokenizer lacking = loaded(file);
  EXPECT_EQ(*lacking.count("a"), 1U);
  const auto count = lacking.count("a\x03z");
  ASSERT_FALSE(count.ok());
  EXPECT_EQ(count.error().code, Errc::unsupported);
  EXPECT_NE(count.error().detail.find("no token"), std::string::npos);
  EXPECT_FALSE(lacking.encode("\x03").ok());
  file = character_level({"\t"}, {});
  file.replace(file.find("<0x09>"), 6, "<tab!>");
  EXPECT_EQ(answer(file), "loaded");  // a tab is a token itself
  file.replace(file.find("<0x0A>"), 6, "<line>");
  EXPECT_SAYS(file, "the byte 10 is no token");
}

/// Merging as its definition says, one pair at a time.
Ids merge_slowly(const tokens::PairTable& pairs, Ids ids) {
  while (true) {
    std::size_t best = ids.size();
    tokens::PairTable::Merge lowest;
    for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
      const auto merge = pairs.find(ids[i], ids[i + 1]);
      if (merge.order < lowest.order) {
        lowest = merge;
        best = i;
      }
    }
    if (best == ids.size()) return ids;
    ids[best] = lowest.id;
    ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
}

TEST(PairMerge, AgreesWithItsDefinitionAtEveryLength) {
  support::Random random(5);
  for (int round = 0; round < 40; ++round) {
    // A token is a run of letters; a merge joins two that are there.
    tokens::PairTable pairs;
    std::uint32_t next = 3;
    for (std::uint32_t order = 0; order < 25; ++order) {
      const auto left = static_cast<std::uint32_t>(random.below(next));
      const auto right = static_cast<std::uint32_t>(random.below(next));
      if (pairs.find(left, right).order != tokens::PairTable::none) continue;
      pairs.set(left, right, {order, next++});
    }
    tokens::PairMerger merger(pairs);
    constexpr std::size_t sizes[] = {0, 1, 2, 3, 7, 31, 32, 33, 34, 100, 400};
    for (const std::size_t size : sizes) {
      Ids ids(size);
      for (std::uint32_t& id : ids)
        id = static_cast<std::uint32_t>(random.below(3));
      const Ids expected = merge_slowly(pairs, ids);
      const std::size_t left = merger.merge(ids);
      ids.resize(left);
      EXPECT_EQ(ids, expected);
    }
  }
}

TEST(PairMerge, LongTextsWithoutABorderAreNotSlow) {
  std::vector<std::string> more = {"\u2581", "a"};
  Merges merges;
  for (std::string run = "a"; run.size() < 64; run += run) {
    merges.emplace_back(run, run);
    more.push_back(run + run);
  }
  const Tokenizer tokenizer =
      loaded(character_level(more, merges, R"(,"byte_fallback":true)", llama_normalizer));
  // Quadratic merging would take minutes.
  EXPECT_EQ(*tokenizer.count(std::string(1U << 20, 'a')), 1U + (1U << 20) / 64);
}

TEST(PairVocabulary, ServesManyThreads) {
  const Tokenizer tokenizer = loaded(byte_level({"ab"}, {{"a", "b"}}));
  std::string text;
  for (int i = 0; i < 2000; ++i)
    text += "ab cab 12\n";
  const std::size_t expected = *tokenizer.count(text);
  std::vector<std::thread> threads;
  std::vector<std::size_t> counts(4);
  for (std::size_t& count : counts)
    threads.emplace_back([&] { count = *Tokenizer(tokenizer).count(text); });
  for (std::thread& thread : threads)
    thread.join();
  EXPECT_EQ(counts, std::vector<std::size_t>(4, expected));
}

// ---- ranks in JSON

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t b = 0; b < 3; ++b)
      bits = bits << 8 | (i + b < bytes.size() ? static_cast<unsigned char>(bytes[i + b]) : 0U);
    for (std::size_t d = 0; d < 4; ++d)
      out += i + d < bytes.size() + 1 ? digits[bits >> (18 - 6 * d) & 63] : '=';
  }
  return out;
}

constexpr std::string_view tekken_pattern =
    R"([^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+)"
    R"(|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*)"
    R"(|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+)";

std::string tekken(std::string_view size, std::string_view pattern = tekken_pattern) {
  std::string out = R"({"config":{"pattern":")" + std::string(pattern) + R"(")" +
                    std::string(size) + R"(},"vocab":[)";
  std::vector<std::string> texts;
  for (unsigned byte = 0; byte < 256; ++byte)
    texts.emplace_back(1, static_cast<char>(byte));
  texts.insert(texts.end(), {"ab", "12", "abc", "beyond"});
  for (std::size_t rank = 0; rank < texts.size(); ++rank) {
    out += (rank == 0 ? "" : ",") + std::string(R"({"rank":)") + std::to_string(rank) +
           R"(,"token_bytes":")" + base64(texts[rank]) + "\"}";
  }
  return out + "]}";
}

TEST(JsonRanks, Tekken) {
  const std::string size = R"(,"default_vocab_size":269,"default_num_special_tokens":10)";
  const Tokenizer tokenizer = loaded(tekken(size));
  EXPECT_EQ(tokenizer.size(), 269U);
  EXPECT_EQ(ids_of(tokenizer, "abc"), Ids{268});
  EXPECT_EQ(ids_of(tokenizer, "12"), (Ids{10 + '1', 10 + '2'}));  // single digits
  // The last rank is beyond the size of the vocabulary.
  EXPECT_EQ(ids_of(tokenizer, "beyond").size(), 6U);
  EXPECT_EQ(*tokenizer.decode(ids_of(tokenizer, "abc 12")), "abc 12");
  EXPECT_EQ(tokenizer.decode(Ids{9}).error().code, Errc::out_of_range);
  EXPECT_EQ(tokenizer.decode(Ids{269}).error().code, Errc::out_of_range);
  EXPECT_SAYS(tekken(size, "x+"), "the pattern in \"config\"");
  EXPECT_SAYS(tekken(R"(,"default_vocab_size":269)"), "default_num_special_tokens");
  EXPECT_SAYS(tekken(R"(,"default_vocab_size":9,"default_num_special_tokens":10)"),
              "default_num_special_tokens");
}

TEST(JsonRanks, ClaudeAlone) {
  std::string ranks = "! 5";
  for (unsigned byte = 0; byte < 256; ++byte)
    ranks += " " + base64(std::string(1, static_cast<char>(byte)));
  ranks += "\\n! 300 " + base64("fi");
  const auto file = [&](std::string_view size, std::string_view text) {
    return R"({"explicit_n_vocab":)" + std::string(size) +
           R"(,"pat_str":"'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+)"
           R"(|\\s+(?!\\S)|\\s+","bpe_ranks":")" +
           std::string(text) + "\"}";
  };
  const Tokenizer tokenizer = loaded(file("64739", ranks));
  EXPECT_EQ(ids_of(tokenizer, "fi!"), (Ids{300, 5 + '!'}));
  if (*tokenizer.count("a") == 1 && tokenizer.count("\uFB01").ok()) {
    EXPECT_EQ(ids_of(tokenizer, "\uFB01"), Ids{300});
  }
  EXPECT_EQ(tokenizer.decode(Ids{0}).error().code, Errc::out_of_range);
  EXPECT_SAYS(file("100", ranks), "only claude.json is supported");
  EXPECT_SAYS(file("64739", "5 AA=="), "does not begin with !");
  EXPECT_SAYS(file("64739", "! x AA=="), "does not begin with !");
  EXPECT_SAYS(file("64739", "! 0 %%"), "is not base64");
  EXPECT_SAYS(file("64739", "! 0 AA==\\n! 0 AQ=="), "the rank 0 occurs twice");
  EXPECT_SAYS(file("64739", "! 999999 AA=="), "out_of_range");
  EXPECT_SAYS(file("64739", "! 0 AA=="), "is no token");
}

// ---- GGUF

class GgufWriter {
 public:
  enum Type : std::uint32_t {
    u8 = 0,
    u32 = 4,
    i32 = 5,
    f32 = 6,
    boolean = 7,
    string = 8,
    array = 9
  };

  template <class Number>
  GgufWriter& number(Number value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    body_.append(bytes, sizeof value);
    return *this;
  }
  GgufWriter& text(std::string_view value) {
    number<std::uint64_t>(value.size());
    body_ += value;
    return *this;
  }
  GgufWriter& key(std::string_view name, Type type) {
    ++pairs_;
    return text(name).number<std::uint32_t>(type);
  }
  GgufWriter& text_value(std::string_view name, std::string_view value) {
    return key(name, string).text(value);
  }
  GgufWriter& texts(std::string_view name, const std::vector<std::string>& values) {
    key(name, array).number<std::uint32_t>(string).number<std::uint64_t>(values.size());
    for (const std::string& value : values)
      text(value);
    return *this;
  }
  template <class Number>
  GgufWriter& numbers(std::string_view name, Type type, const std::vector<Number>& values) {
    key(name, array).number<std::uint32_t>(type).template number<std::uint64_t>(values.size());
    for (const Number value : values)
      number(value);
    return *this;
  }
  [[nodiscard]] std::string file(std::uint32_t version = 3) const {
    GgufWriter head;
    head.body_ = "GGUF";
    head.number(version).number<std::uint64_t>(0).number<std::uint64_t>(pairs_);
    return head.body_ + body_;
  }

 private:
  std::string body_;
  std::uint64_t pairs_ = 0;
};

GgufWriter gguf_bytes(std::string_view pre, const std::vector<std::string>& more,
                      const std::vector<std::string>& merges) {
  GgufWriter writer;
  writer.text_value("general.architecture", "llama");
  writer.text_value("tokenizer.ggml.model", "gpt2");
  if (!pre.empty()) writer.text_value("tokenizer.ggml.pre", pre);
  writer.texts("tokenizer.ggml.tokens", byte_texts(more));
  writer.texts("tokenizer.ggml.merges", merges);
  return writer;
}

TEST(Gguf, MergesBytes) {
  GgufWriter writer = gguf_bytes("gpt-2", {"ab", "abc", "bc", "  "}, {"a b", "b c", "ab c", "b c"});
  std::vector<std::int32_t> types(260, 1);
  types[259] = 4;
  writer.numbers("tokenizer.ggml.token_type", GgufWriter::i32, types);
  writer.key("some.flag", GgufWriter::boolean).number<std::uint8_t>(1);
  writer.numbers<std::uint32_t>("some.numbers", GgufWriter::u32, {1, 2, 3});
  writer.texts("some.texts", {"x", ""});
  for (const std::uint32_t version : {2U, 3U}) {
    const Tokenizer tokenizer = loaded(writer.file(version) + "tensors");
    EXPECT_EQ(tokenizer.size(), 260U);
    EXPECT_EQ(tokenizer.kind(), "byte pairs by order, GGUF");
    EXPECT_EQ(ids_of(tokenizer, "abc"), Ids{257});
    EXPECT_EQ(ids_of(tokenizer, "bcab"), (Ids{258, 256}));
    EXPECT_EQ(ids_of(tokenizer, "a   b"), (Ids{'a', 259, ' ', 'b'}));  // a token of the user
    EXPECT_EQ(*tokenizer.decode(ids_of(tokenizer, "a   \u00E9")), "a   \u00E9");
  }
}

TEST(Gguf, TheNameOfTheSplitDecides) {
  const auto ids = [](std::string_view pre, std::string_view text) {
    return ids_of(loaded(gguf_bytes(pre, {"12", "123", "1234", "ab", "aB"},
                                    {"1 2", "12 3", "123 4", "a b", "a B"})
                             .file()),
                  text);
  };
  EXPECT_EQ(ids("gpt-2", "1234"), Ids{258});
  EXPECT_EQ(ids("llama-bpe", "1234"), (Ids{257, '4'}));
  EXPECT_EQ(ids("qwen2", "1234"), (Ids{'1', '2', '3', '4'}));
  EXPECT_EQ(ids("starcoder", "12ab"), (Ids{'1', '2', 259}));
  EXPECT_EQ(ids("falcon", "1234"), (Ids{257, '4'}));
  EXPECT_EQ(ids("deepseek-v3", "1234ab"), (Ids{257, '4', 259}));
  EXPECT_EQ(ids("deepseek-coder", "12ab"), (Ids{'1', '2', 259}));
  EXPECT_EQ(ids("tekken", "aB12"), (Ids{'a', 'B', '1', '2'}));
  EXPECT_EQ(ids("gpt-4o", "1234"), (Ids{257, '4'}));
}

GgufWriter gguf_scores(const std::vector<std::string>& more, const std::vector<float>& scores) {
  std::vector<float> all(257, 0);
  all.insert(all.end(), scores.begin(), scores.end());
  GgufWriter writer;
  writer.text_value("tokenizer.ggml.model", "llama");
  writer.texts("tokenizer.ggml.tokens", fallback_texts(more));
  writer.numbers("tokenizer.ggml.scores", GgufWriter::f32, all);
  return writer;
}

TEST(Gguf, MergesByScore) {
  const std::vector<std::string> more = {"\u2581", "a", "b", "ab", "bb", "\u2581a"};
  const Tokenizer left = loaded(gguf_scores(more, {-9, -9, -9, -1, -2, -5}).file());
  EXPECT_EQ(left.kind(), "character pairs by score, GGUF");
  EXPECT_EQ(ids_of(left, ""), Ids{});
  EXPECT_EQ(ids_of(left, "abb"), (Ids{257, 260, 259}));
  EXPECT_EQ(ids_of(left, "a"), Ids{262});
  const Tokenizer right = loaded(gguf_scores(more, {-9, -9, -9, -2, -1, -5}).file());
  EXPECT_EQ(ids_of(right, "abb"), (Ids{262, 261}));
  // On a tie the leftmost.
  const Tokenizer tie = loaded(gguf_scores(more, {-9, -9, -9, -1, -1, -5}).file());
  EXPECT_EQ(ids_of(tie, "abb"), (Ids{257, 260, 259}));
  // Characters that are no token become bytes.
  EXPECT_EQ(ids_of(tie, "\u00E9"), (Ids{257, 0xC3 + 1, 0xA9 + 1}));
  EXPECT_EQ(*tie.decode(ids_of(tie, "b \u00E9")), " b \u00E9");

  GgufWriter writer = gguf_scores(more, {-9, -9, -9, -1, -2, -5});
  writer.key("tokenizer.ggml.add_space_prefix", GgufWriter::boolean).number<std::uint8_t>(0);
  std::vector<std::int32_t> types(263, 1);
  types[261] = 4;  // "bb"
  writer.numbers("tokenizer.ggml.token_type", GgufWriter::i32, types);
  const Tokenizer bare = loaded(writer.file());
  EXPECT_EQ(ids_of(bare, "abb"), (Ids{258, 261}));
  EXPECT_EQ(ids_of(bare, "ab b"), (Ids{260, 257, 259}));
}

TEST(Gguf, SpaceInFrontComesBackBehindAToken) {
  GgufWriter writer = gguf_scores({"\u2581", "a", "X"}, {-1, -1, -1});
  std::vector<std::int32_t> types(260, 1);
  types[259] = 4;
  writer.numbers("tokenizer.ggml.token_type", GgufWriter::i32, types);
  EXPECT_EQ(ids_of(loaded(writer.file()), "aXa"), (Ids{257, 258, 259, 257, 258}));
}

TEST(Gguf, NamesWhatItDoesNotSupport) {
  const auto with_model = [](std::string_view model) {
    return GgufWriter().text_value("tokenizer.ggml.model", model).file();
  };
  EXPECT_SAYS(with_model("bert"), "\"bert\"");
  EXPECT_SAYS(with_model("t5"), "\"t5\"");
  EXPECT_SAYS(GgufWriter().file(), "no vocabulary");
  EXPECT_SAYS(with_model("gpt2"), "no tokens");
  EXPECT_SAYS(gguf_bytes("martian", {}, {}).file(), "the split \"martian\"");
  EXPECT_SAYS(gguf_bytes("", {}, {}).file(), "tokenizer.ggml.pre");
  EXPECT_SAYS(gguf_bytes("gpt-2", {}, {}).file(1), "version 1 of GGUF");
  EXPECT_SAYS(gguf_bytes("gpt-2", {}, {}).file(4), "version 4 of GGUF");
  EXPECT_SAYS(gguf_bytes("gpt-2", {}, {}).file(0x03000000), "big-endian");
  EXPECT_SAYS(gguf_bytes("gpt-2", {}, {"ab"}).file(), "the merge 0");
  EXPECT_SAYS(gguf_bytes("gpt-2", {}, {"a b"}).file(), "the merge 0 names");
  EXPECT_SAYS(gguf_bytes("gpt-2", {"a"}, {}).file(), "have the same text");
  GgufWriter writer;
  writer.text_value("tokenizer.ggml.model", "gpt2").text_value("tokenizer.ggml.pre", "gpt-2");
  writer.texts("tokenizer.ggml.tokens", {"a"});
  EXPECT_SAYS(writer.file(), "no merges");
  EXPECT_SAYS(GgufWriter(writer).texts("tokenizer.ggml.merges", {}).file(), "the byte 9 is no");
  EXPECT_SAYS(GgufWriter(writer).texts("tokenizer.ggml.tokens", {}).file(), "occurs twice");
  EXPECT_SAYS(GgufWriter(writer).text_value("tokenizer.ggml.model", "gpt2").file(), "occurs twice");
  EXPECT_SAYS(GgufWriter(writer).text_value("tokenizer.ggml.merges", "x").file(), "another type");
  EXPECT_SAYS(GgufWriter(writer)
                  .numbers("tokenizer.ggml.merges", GgufWriter::f32, std::vector<float>{1})
                  .file(),
              "another type");
  EXPECT_SAYS(
      GgufWriter(writer)
          .numbers("tokenizer.ggml.token_type", GgufWriter::i32, std::vector<std::int32_t>())
          .key("x", static_cast<GgufWriter::Type>(77))
          .file(),
      "the type 77");
  EXPECT_SAYS(GgufWriter(writer)
                  .key("x", GgufWriter::array)
                  .number<std::uint32_t>(GgufWriter::array)
                  .number<std::uint64_t>(1)
                  .file(),
              "the type 9");
  EXPECT_SAYS(gguf_scores({"a", "b"}, {1}).file(), "fewer scores");
  EXPECT_SAYS(gguf_scores({"a"}, {std::numeric_limits<float>::quiet_NaN()}).file(), "not a number");
  GgufWriter few = gguf_scores({"a"}, {1});
  few.numbers("tokenizer.ggml.token_type", GgufWriter::i32, std::vector<std::int32_t>{1, 2});
  EXPECT_SAYS(few.file(), "token_type is shorter");
  GgufWriter none;
  none.text_value("tokenizer.ggml.model", "llama").texts("tokenizer.ggml.tokens", {"<unk>"});
  none.numbers("tokenizer.ggml.scores", GgufWriter::f32, std::vector<float>{0});
  EXPECT_SAYS(none.file(), "the byte 0 is no token");
}

TEST(Gguf, NoCountIsTrusted) {
  for (const auto type : {GgufWriter::string, GgufWriter::f32, GgufWriter::i32}) {
    for (const std::string_view key :
         {"tokenizer.ggml.tokens", "tokenizer.ggml.scores", "tokenizer.ggml.token_type", "other"}) {
      GgufWriter writer;
      writer.key(key, GgufWriter::array).number<std::uint32_t>(type);
      const auto tokenizer =
          Tokenizer::load(writer.number(std::uint64_t{1} << 61).file() + "abc", "test");
      EXPECT_FALSE(tokenizer.ok());
    }
  }
  const std::string whole = gguf_bytes("gpt-2", {"ab"}, {"a b"}).file();
  EXPECT_EQ(answer(whole), "loaded");
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(answer(whole.substr(0, size)), "loaded") << size;
}

TEST(PairVocabulary, RowsOfSpacesAreNotSlow) {
  const std::string spaces(1U << 20, ' ');
  for (const std::string_view pre : {"deepseek-llm", "deepseek-v3", "deepseek-coder", "falcon"}) {
    const Tokenizer tokenizer = loaded(gguf_bytes(pre, {}, {}).file());
    EXPECT_EQ(*tokenizer.count(spaces + "x"), spaces.size() + 1);
  }
}

TEST(Load, TellsTheKindByContent) {
  std::string ranks;
  for (unsigned byte = 0; byte < 256; ++byte)
    ranks += base64(std::string(1, static_cast<char>(byte))) + " " + std::to_string(byte) + "\n";
  EXPECT_EQ(loaded(ranks, "r50k").kind(), "byte pairs by rank");
  EXPECT_EQ(loaded(byte_level({}, {}), "r50k").kind(), "byte pairs by order, tokenizer.json");
  EXPECT_EQ(loaded("\xEF\xBB\xBF \n" + byte_level({}, {})).kind(),
            "byte pairs by order, tokenizer.json");
  EXPECT_EQ(loaded(gguf_bytes("gpt-2", {}, {}).file(), "r50k").kind(), "byte pairs by order, GGUF");
  EXPECT_SAYS("GGU", "a rank file");
  EXPECT_SAYS("", "a rank file");
}

}  // namespace
}  // namespace laconic

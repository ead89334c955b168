// auto_test.cpp - the cheapest exact encoding: never above minified JSON, never a liar.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <laconic/auto.hpp>
#include <laconic/gcf.hpp>
#include <laconic/json.hpp>
#include <laconic/toon.hpp>

#include "generate.hpp"

namespace laconic {
namespace {

Tokenizer tokenizer() {
  return *Tokenizer::builtin("o200k_base");
}

Document parse(std::string_view text) {
  auto document = json::decode(text);
  EXPECT_TRUE(document.ok());
  return std::move(*document);
}

/// A format that is very short and wrong, or cannot be read, or cannot be written.
constexpr Codec liar{
    .name = "liar",
    .description = {},
    .extensions = {},
    .media_types = {},
    .decode = [](const Codec&, std::string_view,
                 const DecodeOptions&) { return json::decode("1"); },
    .encode = [](const Codec&, Value, const EncodeOptions&) -> Result<std::string> {
      return std::string("x");
    },
};
constexpr Codec mute{
    .name = "mute",
    .description = {},
    .extensions = {},
    .media_types = {},
    .encode = [](const Codec&, Value, const EncodeOptions&) -> Result<std::string> {
      return std::string("x");
    },
};
constexpr Codec broken{
    .name = "broken",
    .description = {},
    .extensions = {},
    .media_types = {},
    .decode = [](const Codec&, std::string_view, const DecodeOptions&) -> Result<Document> {
      return Error{Errc::invalid_line, 0, "no"};
    },
    .encode = [](const Codec&, Value, const EncodeOptions&) -> Result<std::string> {
      return Error{Errc::not_representable, 0, "never"};
    },
};

TEST(Auto, TakesTheCheapest) {
  const Document table =
      parse(R"([{"id":1,"name":"Ada"},{"id":2,"name":"Lin"},{"id":3,"name":"Bo"}])");
  const Codec* const candidates[] = {&gcf::codec(), &toon::codec()};
  AutoOptions options;
  options.candidates = candidates;
  const auto choice = encode_auto(table.root(), tokenizer(), options);
  ASSERT_TRUE(choice.ok()) << choice.error().message();
  EXPECT_EQ(choice->codec->name, "toon");
  EXPECT_LT(choice->tokens, choice->json_tokens);
  EXPECT_EQ(choice->tokens, *tokenizer().count(choice->text));
  ASSERT_EQ(choice->candidates.size(), 3U);
  EXPECT_TRUE(choice->candidates[0].exact);
  EXPECT_LE(choice->candidates[0].tokens, choice->candidates[1].tokens);
}

TEST(Auto, IsRecognisedByItsContent) {
  const CodecRegistry registry = CodecRegistry::with_builtins();
  AutoOptions options;
  options.candidates = registry.all();
  // Typed CSV without a string, which CSV reads otherwise; a line that may be anything; lines of
  // numbers; a text of no bytes.
  for (const std::string_view json :
       {R"([{"a":1,"b":2},{"a":true,"b":3}])", R"([{"a":1},{"a":2},{"a":3}])", R"("x")", "[1,2,3]",
        "[]", "{}", "1"}) {
    const Document document = parse(json);
    options.recognised_by = &registry;
    const auto choice = encode_auto(document.root(), tokenizer(), options);
    ASSERT_TRUE(choice.ok()) << json;
    const auto found = registry.detect(choice->text);
    ASSERT_TRUE(found.ok()) << choice->text;
    const auto back = decode(**found, choice->text);
    ASSERT_TRUE(back.ok()) << choice->text;
    EXPECT_TRUE(same_value(back->root(), document.root())) << choice->text;
    options.recognised_by = nullptr;
    EXPECT_LE(encode_auto(document.root(), tokenizer(), options)->tokens, choice->tokens);
  }
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Document document = support::generate(seed);
    options.recognised_by = &registry;
    const auto choice = encode_auto(document.root(), tokenizer(), options);
    ASSERT_TRUE(choice.ok()) << seed;
    const auto found = registry.detect(choice->text);
    ASSERT_TRUE(found.ok() || choice->codec->name == "json") << choice->text;
    if (!found) continue;
    const auto back = decode(**found, choice->text);
    ASSERT_TRUE(back.ok()) << choice->text;
    EXPECT_TRUE(same_value(back->root(), document.root())) << choice->text;
  }
}

TEST(Auto, FallsBackToJson) {
  const Document small = parse(R"({"a":1})");
  const Codec* const candidates[] = {&liar, &mute, &broken, &gcf::codec()};
  AutoOptions options;
  options.candidates = candidates;
  const auto choice = encode_auto(small.root(), tokenizer(), options);
  ASSERT_TRUE(choice.ok());
  EXPECT_EQ(choice->text, R"({"a":1})");
  EXPECT_EQ(choice->codec->name, "json");
  for (const AutoCandidate& candidate : choice->candidates) {
    if (candidate.name == "liar") {
      EXPECT_EQ(candidate.fault, "it reads back as another value");
    }
    if (candidate.name == "mute") {
      EXPECT_EQ(candidate.fault, "it cannot be read");
    }
    if (candidate.name == "broken") {
      EXPECT_EQ(candidate.fault, "not_representable: never");
    }
  }
  EXPECT_TRUE(encode_auto(parse("1e400").root(), tokenizer(), options).ok());
}

TEST(Auto, PrefersWithinTheMargin) {
  const Document table =
      parse(R"([{"id":1,"name":"Ada"},{"id":2,"name":"Lin"},{"id":3,"name":"Bo"}])");
  const Codec* const candidates[] = {&gcf::codec(), &toon::codec()};
  AutoOptions options;
  options.candidates = candidates;
  options.prefer = &gcf::codec();
  EXPECT_EQ(encode_auto(table.root(), tokenizer(), options)->codec->name, "toon");
  options.margin_percent = 100;
  EXPECT_EQ(encode_auto(table.root(), tokenizer(), options)->codec->name, "gcf");
  // However large the margin, minified JSON is the limit.
  EXPECT_EQ(encode_auto(parse(R"({"a":1})").root(), tokenizer(), options)->codec->name, "toon");
  options.candidates = {};
  EXPECT_EQ(encode_auto(table.root(), tokenizer(), options)->codec->name, "json");
}

TEST(Auto, NeverLosesAndNeverCostsMore) {
  const Codec* const candidates[] = {&gcf::codec(), &toon::codec()};
  AutoOptions options;
  options.candidates = candidates;
  const Tokenizer counter = tokenizer();
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const Document document = support::generate(seed, {.big_numbers = true});
    const auto choice = encode_auto(document.root(), counter, options);
    ASSERT_TRUE(choice.ok()) << seed;
    ASSERT_LE(choice->tokens, *counter.count(*json::encode(document.root()))) << seed;
    const auto back = decode(*choice->codec, choice->text);
    ASSERT_TRUE(back.ok()) << seed;
    ASSERT_TRUE(same_value(back->root(), document.root())) << seed;
  }
}

std::string long_table(int rows) {
  std::string text = R"({"title":"x","rows":[)";
  for (int i = 0; i < rows; ++i) {
    text.append(i == 0 ? "" : ",").append(R"({"id":)").append(std::to_string(i));
    text.append(R"(,"name":"person )").append(std::to_string(i * 7)).append(R"(","ok":true})");
  }
  return text + "]}";
}

TEST(AutoSample, DecidesAsTheWholeWouldAndStaysExact) {
  const Document document = parse(long_table(20000));
  const Codec* candidates[] = {&gcf::codec(), &toon::codec()};
  AutoOptions options;
  options.candidates = candidates;
  const auto whole = encode_auto(document.root(), tokenizer(), options);
  ASSERT_TRUE(whole.ok());
  EXPECT_EQ(whole->sample_bytes, 0U);
  options.sample_bytes = 20000;
  const auto sampled = encode_auto(document.root(), tokenizer(), options);
  ASSERT_TRUE(sampled.ok());
  EXPECT_EQ(sampled->codec, whole->codec);
  EXPECT_EQ(sampled->text, whole->text);
  EXPECT_EQ(sampled->tokens, whole->tokens);
  EXPECT_EQ(sampled->json_tokens, whole->json_tokens);
  EXPECT_GT(sampled->sample_bytes, 10000U);
  EXPECT_LT(sampled->sample_bytes, 40000U);
  EXPECT_LT(sampled->candidates.front().bytes, 40000U);
  // A document that is no larger than the sample is decided as a whole.
  options.sample_bytes = 10'000'000;
  EXPECT_EQ(encode_auto(document.root(), tokenizer(), options)->sample_bytes, 0U);
}

TEST(AutoSample, AFavouriteThatFailsOnTheWholeGivesWay) {
  // The sample never sees the one record that a lying format drops.
  static constexpr Codec forgetful{
      .name = "forgetful",
      .decode = [](const Codec&, std::string_view text,
                   const DecodeOptions&) { return json::decode(text == "x" ? "1" : text); },
      .encode = [](const Codec&, Value value, const EncodeOptions&) -> Result<std::string> {
        if (value.find("rows")->size() > 10000) return std::string("x");
        return gcf::encode(value);
      },
  };
  const Document document = parse(long_table(20000));
  const Codec* candidates[] = {&forgetful, &toon::codec()};
  AutoOptions options;
  options.candidates = candidates;
  options.prefer = &forgetful;
  options.margin_percent = 50;
  options.sample_bytes = 20000;
  const auto choice = encode_auto(document.root(), tokenizer(), options);
  ASSERT_TRUE(choice.ok());
  EXPECT_EQ(choice->codec, &toon::codec());
}

TEST(AutoSample, ThinsOutLongListsOnly) {
  const Document document = parse(long_table(5000));
  const Codec* candidates[] = {&gcf::codec()};
  AutoOptions options;
  options.candidates = candidates;
  options.sample_bytes = 1;  // still enough rows to show a table
  const auto choice = encode_auto(document.root(), tokenizer(), options);
  ASSERT_TRUE(choice.ok());
  EXPECT_EQ(choice->codec, &gcf::codec());
}

}  // namespace
}  // namespace laconic

// mcp_choice_test.cpp - rules by name, equal data, and the choice of a text.
#include <gtest/gtest.h>

#include <string>

#include <laconic/gcf.hpp>

#include "mcp/text_choice.hpp"
#include "mcp_fixture.hpp"

namespace laconic::mcp {
namespace {

using testing::default_settings;
using testing::format_of;
using testing::rows_json;

// ---- JSON with something around it

TEST(EmbeddedJson, IsFoundOnlyWhereItIsAskedFor) {
  const std::string json = rows_json(20, true);
  const std::string fenced = "Found 20 rows:\n```json\n" + json + "\n```\n";
  const std::string prefixed = "Found 20 rows:\n\n" + json;
  JsonText text;
  text.read(fenced);
  EXPECT_FALSE(text.is_json);
  text.read(prefixed);
  EXPECT_FALSE(text.is_json);
  text.read(fenced, Embedded::fenced);
  EXPECT_TRUE(text.is_json && text.is_embedded && text.is_fenced);
  EXPECT_EQ(text.around("x\n", "gcf"), "Found 20 rows:\n```gcf\nx\n```\n");
  EXPECT_EQ(text.around("[]", "json-min"), "Found 20 rows:\n```json\n[]\n```\n");
  text.read(prefixed, Embedded::fenced);
  EXPECT_FALSE(text.is_json);
  text.read(prefixed, Embedded::prefix);
  EXPECT_TRUE(text.is_json && text.is_embedded && !text.is_fenced);
  EXPECT_EQ(text.around("x", "gcf"), "Found 20 rows:\n\nx");
  text.read(json, Embedded::prefix);
  EXPECT_TRUE(text.is_json && !text.is_embedded);
  for (const std::string& odd :
       {"```json\n" + json + "\n```\nand more", "```json\n" + json, "```js\n" + json + "\n```",
        "see ```json\n" + json + "\n```", "Rows:\n" + json + "\nmore", std::string("```json\n```"),
        std::string("a\n{"), std::string("\n")}) {
    text.read(odd, Embedded::prefix);
    EXPECT_FALSE(text.is_json) << odd;
  }
}

TEST(EmbeddedJson, ProseStaysAndTheRestIsRewritten) {
  ProxySettings settings = default_settings();
  const std::string json = rows_json(40, true);
  for (const std::string& whole :
       {"Rows, as asked:\n```json\n" + json + "\n```", "Rows, as asked:\n" + json}) {
    JsonText text;
    text.read(whole, Embedded::prefix);
    ASSERT_TRUE(text.is_json);
    const TextChoice choice = choose_text(text, settings.formats, settings, 0);
    ASSERT_EQ(choice.reason, "") << whole.substr(0, 40);
    EXPECT_EQ(choice.text.substr(0, 15), "Rows, as asked:");
    EXPECT_LT(choice.tokens_after, choice.tokens_before);
    EXPECT_LT(choice.text.size(), whole.size());
    const std::size_t start = choice.text.find("GCF ");
    ASSERT_NE(start, std::string::npos);
    std::string inner = choice.text.substr(start);
    if (inner.ends_with("\n```")) inner.resize(inner.size() - 3);
    const auto back = gcf::decode(inner);
    ASSERT_TRUE(back.ok()) << back.error().message();
    EXPECT_TRUE(same_data(back->root(), text.document.root()));
  }
}

// ---- rules by name

TEST(ProxyRules, Globs) {
  EXPECT_TRUE(matches("", ""));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("read_*", "read_file"));
  EXPECT_TRUE(matches("*cat_file*", "git_cat_file_at"));
  EXPECT_TRUE(matches("a*b*c", "a-b-b-c"));
  EXPECT_TRUE(matches("?b", "ab"));
  EXPECT_TRUE(matches("a*?", "ab"));
  EXPECT_TRUE(matches("***", "x"));
  EXPECT_FALSE(matches("read_*", "xread_"));
  EXPECT_FALSE(matches("?", ""));
  EXPECT_FALSE(matches("a", "A"));
  EXPECT_FALSE(matches("a*b", "abc"));
  // No pattern makes it slow.
  const std::string name(4000, 'a');
  std::string glob;
  for (int i = 0; i < 200; ++i)
    glob += "a*";
  EXPECT_FALSE(matches(glob + "b", name));
}

TEST(ProxyRules, ToolsThatReadFiles) {
  for (const std::string_view tool : {"read_file", "read_text_file", "get_file_contents",
                                      "git_cat_file", "view_file", "download_log", "page_source"})
    EXPECT_TRUE(reads_files(tool, false)) << tool;
  for (const std::string_view tool : {"read_graph", "open_nodes", "search", "viewer"})
    EXPECT_FALSE(reads_files(tool, false)) << tool;
  for (const std::string_view tool :
       {"read_graph", "open_nodes", "viewer", "get_a_file", "cat", "show"})
    EXPECT_TRUE(reads_files(tool, true)) << tool;
  EXPECT_FALSE(reads_files("search", true));
}

TEST(ProxyRules, TheFirstRuleOfEachKindCounts) {
  ProxySettings settings = default_settings();
  settings.tools.push_back({{"a*"}, std::vector<std::string>{"toon"}, {}, {}, {}});
  settings.tools.push_back({{"ab", "x?"}, std::vector<std::string>{}, Structured::strip, {}, {}});
  settings.tools.push_back({{"*"}, {}, Structured::keep, {}, std::chrono::seconds(3)});
  settings.raw.emplace_back("raw*");
  CallRules rules = rules_for(settings, "ab", "", false);
  ASSERT_EQ(rules.formats.size(), 1U);
  EXPECT_EQ(rules.formats[0].name, "toon");
  EXPECT_TRUE(rules.strip);
  EXPECT_EQ(rules.cache, std::chrono::seconds(3));
  rules = rules_for(settings, "xy", "", false);
  EXPECT_TRUE(rules.is_off);
  EXPECT_FALSE(rules.strip);  // hands off means both
  EXPECT_TRUE(rules_for(settings, "raw_things", "", false).is_off);
  EXPECT_FALSE(rules_for(settings, "other", "", false).strip);
  // What the user says of a tool outranks the guess from its name.
  settings.tools.push_back({{"read_file"}, std::vector<std::string>{"gcf"}, {}, {}, {}});
  EXPECT_FALSE(rules_for(settings, "read_file", "", false).is_file_reader);
  EXPECT_TRUE(rules_for(settings, "read_text_file", "", false).is_file_reader);
}

TEST(ProxyRules, ClientsThatShowStructuredContent) {
  const ProxySettings settings = default_settings();
  EXPECT_TRUE(rules_for(settings, "t", "claude-code", false).strip);
  EXPECT_FALSE(rules_for(settings, "t", "claude-ai", false).strip);
  EXPECT_FALSE(rules_for(settings, "t", "somebody", false).strip);
  EXPECT_FALSE(rules_for(settings, "t", "", false).strip);
  ASSERT_NE(rule_for_client(settings, "claude-code"), nullptr);
  EXPECT_EQ(rule_for_client(settings, "claude-code")->persist_chars, 50000U);
  ProxySettings own = default_settings();
  own.clients.push_back({"claude-*", Structured::keep, 0, false});
  EXPECT_FALSE(rules_for(own, "t", "claude-code", false).strip);
  own.structured = Structured::strip;
  EXPECT_TRUE(rules_for(own, "t", "somebody", false).strip);
}

// ---- the same data

TEST(SameData, NumbersAreComparedAsDecimals) {
  for (const auto& [a, b] :
       {std::pair{"1", "1"},
        {"1.0", "1"},
        {"1e2", "100"},
        {"1E+2", "100.00"},
        {"0.1000", "0.1"},
        {"-0", "-0.0"},
        {"0", "0e5"},
        {"12e-1", "1.2"},
        {"0.00012", "12e-5"},
        {"1e400", "10e399"},
        {"123456789012345678901234567890", "1.2345678901234567890123456789e29"},
        {"18446744073709551616", "18446744073709551616.0"}}) {
    EXPECT_TRUE(same_decimal(a, b)) << a << ' ' << b;
    EXPECT_TRUE(same_decimal(b, a)) << a << ' ' << b;
  }
  for (const auto& [a, b] : {std::pair{"1", "2"},
                             {"1", "-1"},
                             {"0", "-0"},
                             {"1e2", "1e3"},
                             {"10", "1"},
                             {"0.1", "0.01"},
                             {"9007199254740993", "9007199254740992"},
                             {"1.00000000000000000001", "1"},
                             {"0", "1e-400"},
                             {"1", "0"},
                             {"1e99999999999999999999", "1e99999999999999999998"}}) {
    EXPECT_FALSE(same_decimal(a, b)) << a << ' ' << b;
    EXPECT_FALSE(same_decimal(b, a)) << a << ' ' << b;
  }
}

bool same(std::string_view a, std::string_view b, Exactness exactness = Exactness::value) {
  return same_data(json::decode(a)->root(), json::decode(b)->root(), exactness);
}

TEST(SameData, EverythingThatMayDiffer) {
  EXPECT_TRUE(same(R"({"a":[1,null,true,"x"]})", R"({ "a" : [1.0,null,true,"\u0078"] })"));
  EXPECT_FALSE(same(R"({"a":1,"b":2})", R"({"b":2,"a":1})"));
  EXPECT_FALSE(same(R"({"a":1})", R"({"a":1,"b":2})"));
  EXPECT_FALSE(same("[1,2]", "[2,1]"));
  EXPECT_FALSE(same("[1]", "[1,1]"));
  EXPECT_FALSE(same("[null]", "[false]"));
  EXPECT_FALSE(same("[true]", "[false]"));
  EXPECT_FALSE(same("[1]", "[\"1\"]"));
  EXPECT_FALSE(same("[\"a\"]", "[\"A\"]"));
  EXPECT_FALSE(same("[]", "{}"));
  EXPECT_FALSE(same("[0]", "[-0]"));
  EXPECT_FALSE(same("[0.0]", "[-0.0]"));
}

TEST(SameData, LexemesKeepTheirSpelling) {
  EXPECT_TRUE(same("[1,1.0,1e2,-0]", "[1,1.0,1e2,-0]", Exactness::lexeme));
  EXPECT_FALSE(same("[1]", "[1.0]", Exactness::lexeme));
  EXPECT_FALSE(same("[1e2]", "[100]", Exactness::lexeme));
  EXPECT_FALSE(same("[0.10]", "[0.1]", Exactness::lexeme));
}

// ---- the choice

TextChoice choose(std::string_view text, const ProxySettings& settings,
                  std::size_t persist_chars = 0) {
  JsonText json;
  json.read(std::string(text));
  EXPECT_TRUE(json.is_json) << text;
  TextChoice choice = choose_text(json, settings.formats, settings, persist_chars);
  choice.format = testing::lasting(choice.format);
  return choice;
}

ProxySettings with_formats(std::initializer_list<std::string_view> names) {
  ProxySettings settings = default_settings();
  settings.formats.clear();
  for (const std::string_view name : names)
    settings.formats.push_back(format_of(name));
  return settings;
}

TEST(TextChoice, OnlyOneCompleteObjectOrArrayIsJson) {
  for (const std::string_view text :
       {"", " ", "1", "\"a\"", "null", "true", "text", "[1] x", "{\"a\":1}{}", "[1,]",
        "{\"a\":1,\"a\":2}", "[\"\\ud800\"]", "# {}", "[1"}) {
    JsonText json;
    json.read(std::string(text));
    EXPECT_FALSE(json.is_json) << text;
  }
  for (const std::string_view text : {"{}", "[]", " \n[1] \t", "\r{\"a\":1}"}) {
    JsonText json;
    json.read(std::string(text));
    EXPECT_TRUE(json.is_json) << text;
  }
}

TEST(TextChoice, TablesBecomeATableFormat) {
  const TextChoice choice = choose(rows_json(50, true), default_settings());
  EXPECT_EQ(choice.reason, "");
  EXPECT_EQ(choice.format, "gcf");
  EXPECT_LT(choice.tokens_after, choice.tokens_before);
  EXPECT_TRUE(same_data(testing::read_sent(choice.text)->root(),
                        json::decode(rows_json(50, true))->root()));
}

TEST(TextChoice, SmallTextsAreLeftAlone) {
  EXPECT_EQ(choose(R"({ "a": 1 })", default_settings()).reason, too_small);
  ProxySettings settings = default_settings();
  settings.min_tokens = 0;
  settings.max_encode_bytes = 1000;
  EXPECT_EQ(choose(rows_json(100, true), settings).reason, too_large);
}

TEST(TextChoice, WhatWinsHasToWinClearly) {
  // Text that no format makes smaller.
  const std::string prose =
      "[\"" + std::string(30, 'x') + " the quick brown fox jumps over the lazy dog, " +
      "and the other animals look at it without a word and then go home\",1,2,3,4,5,6,7]";
  EXPECT_EQ(choose(prose, default_settings()).reason, no_gain);
  // A few blanks are not worth a change: 2 % and 4 tokens.
  std::string blanks = rows_json(40, false);
  blanks.insert(1, " ");
  EXPECT_EQ(choose(blanks, with_formats({"json-min"})).reason, no_gain);
  EXPECT_EQ(choose(rows_json(40, true), with_formats({"json-min"})).format, "json-min");
  // A format has to beat minified JSON, also when that is not among the formats.
  ProxySettings greedy = with_formats({"gcf"});
  greedy.min_gain = 0.99;
  EXPECT_EQ(choose(rows_json(40, true), greedy).reason, no_gain);
  ProxySettings fallback = default_settings();
  fallback.min_gain = 0.99;
  EXPECT_EQ(choose(rows_json(40, true), fallback).format, "json-min");
}

TEST(TextChoice, AChallengerNeedsThreePercent) {
  // The same format twice: the first one of the list stays.
  ProxySettings settings = with_formats({"gcf"});
  Format twin = format_of("gcf");
  twin.name = "twin";
  settings.formats.push_back(twin);
  EXPECT_EQ(choose(rows_json(60, true), settings).format, "gcf");
}

TEST(TextChoice, EveryTokenizerHasToAgree) {
  ProxySettings settings = default_settings();
  settings.tokenizers.clear();
  const TextChoice choice = choose(rows_json(50, true), settings);
  EXPECT_FALSE(choice.reason.empty());  // nobody counts, nothing is changed
  // Fewer tokens for the first one, more for the second one.
  settings = default_settings();
  const std::string a = rows_json(5, true);
  const std::string b = rows_json(50, true);
  const auto counted = [&](const std::string& text) {
    return CountedText{text, *count_tokens(text, settings)};
  };
  EXPECT_TRUE(is_cheaper(counted(a), counted(b), settings));
  EXPECT_FALSE(is_cheaper(counted(b), counted(a), settings));
  EXPECT_FALSE(is_cheaper(counted(a), counted(a), settings));
  EXPECT_FALSE(is_cheaper({b, 1}, counted(a), settings));
}

TEST(TextChoice, CountingInPartsIsExact) {
  const ProxySettings settings = default_settings();
  const Tokenizer& tokenizer = settings.tokenizers.front();
  for (const std::string& text :
       {std::string(), rows_json(3, true), rows_json(2000, true), rows_json(2000, false),
        "[\"" + std::string(30000, 'x') + "\"]", std::string(40000, '\n')}) {
    const std::size_t tokens = *tokenizer.count(text);
    for (const std::size_t than : {tokens / 2, tokens - (tokens == 0 ? 0 : 1), tokens, tokens + 1})
      EXPECT_EQ(has_more_tokens(text, than, tokenizer), tokens > than)
          << text.size() << ' ' << than;
  }
}

TEST(TextChoice, LongTextsForFilesAreJson) {
  const std::string text = rows_json(200, true);
  const TextChoice free = choose(text, default_settings());
  ASSERT_EQ(free.format, "gcf");
  const TextChoice bound = choose(text, default_settings(), free.text.size() - 1);
  EXPECT_EQ(bound.format, "json-min");
  EXPECT_FALSE(bound.under_limit);
  const TextChoice under = choose(text, default_settings(), free.text.size());
  EXPECT_EQ(under.format, "gcf");
  EXPECT_TRUE(under.under_limit);
  EXPECT_EQ(choose(text, with_formats({"gcf"}), 10).reason, no_gain);
}

TEST(TextChoice, NumbersKeepTheirSpellingWhenAsked) {
  std::string text = "[";
  for (int i = 0; i < 40; ++i)
    text += (i == 0 ? "{\"n\": " : ", {\"n\": ") + std::to_string(i) + ".50, \"m\": 1e2}";
  text += "]";
  ProxySettings settings = default_settings();
  settings.lossless = Exactness::lexeme;
  const TextChoice choice = choose(text, settings);
  ASSERT_EQ(choice.reason, "");
  EXPECT_TRUE(same_data(testing::read_sent(choice.text)->root(), json::decode(text)->root(),
                        Exactness::lexeme));
}

/// A codec whose texts are short and wrong.
Result<std::string> write_wrong(const Codec&, Value, const EncodeOptions&) {
  return std::string("[1]");
}

TEST(TextChoice, AWrongTextIsNeverSent) {
  Codec liar = json::codec();
  liar.name = "liar";
  liar.encode = write_wrong;
  ProxySettings settings = default_settings();
  settings.formats.assign(1, Format{"liar", &liar, false});
  EXPECT_EQ(choose(rows_json(50, true), settings).reason, verify_failed);
  settings.formats.push_back(format_of("json-min"));
  EXPECT_EQ(choose(rows_json(50, true), settings).format, "json-min");
}

Result<std::string> write_nothing(const Codec&, Value, const EncodeOptions&) {
  return Error{Errc::unsupported, 0, "no"};
}

TEST(TextChoice, ACodecThatFailsDropsOut) {
  Codec broken = json::codec();
  broken.encode = write_nothing;
  ProxySettings settings = default_settings();
  settings.formats.assign(1, Format{"broken", &broken, false});
  EXPECT_EQ(choose(rows_json(50, true), settings).reason, no_gain);
}

}  // namespace
}  // namespace laconic::mcp

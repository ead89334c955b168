// json_test.cpp - reading and writing JSON.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/json.hpp>

#include "exact_text.hpp"
#include "plain_json.hpp"

namespace laconic {
namespace {

using namespace std::string_view_literals;
using support::caret_offset;
using support::exact;
using support::plain_json;

std::string written(Value value, unsigned indent = 0) {
  EncodeOptions options;
  options.indent = indent;
  auto text = json::encode(value, options);
  EXPECT_TRUE(text.ok()) << text.error().message();
  return text ? std::move(*text) : std::string();
}

void expect_same(std::string_view text) {
  auto doc = json::decode(exact(text));
  ASSERT_TRUE(doc.ok()) << text << ": " << doc.error().message();
  EXPECT_EQ(written(doc->root()), text);
  EXPECT_EQ(plain_json(doc->root()), text);
}

TEST(JsonRead, MinifiedTextComesBackByteForByte) {
  for (const std::string_view text : {
           R"(null)",
           R"(true)",
           R"(false)",
           R"(0)",
           R"(-1)",
           R"("")",
           R"("a")",
           R"([])",
           R"({})",
           R"([[]])",
           R"([{}])",
           R"({"":{}})",
           R"([null,true,false,0,"",[],{}])",
           R"({"a":1,"b":[1,2,{"c":null}],"d":{"e":"f"}})",
           R"([{"id":1,"name":"x"},{"id":2,"name":"y"},{"name":"z","id":3}])",
           R"("\"\\\b\f\n\r\t\u0000\u001f")",
           "\"\x7f\xc2\x80\xe2\x80\xa8\xf0\x9f\x98\x80/\"",
           R"({"\"":1,"\\":2,"\n":3,"\u0001":4})",
       }) {
    expect_same(text);
  }
}

TEST(JsonRead, NumbersAreKeptAsWritten) {
  for (const std::string_view text : {
           "1.0",
           "1.50",
           "1e5",
           "1E5",
           "1e+05",
           "0.1000",
           "-0.0",
           "0e0",
           "123456789012345678",
           "9223372036854775807",
           "-9223372036854775808",
           "9223372036854775808",
           "18446744073709551615",
           "100000000000000000000000000000000",
           "1e400",
           "-1E-400",
           "3.141592653589793238462643383279502884",
           "0.1e1",
           "5e-324",
           "9.013707895053933",
       }) {
    expect_same(text);
    expect_same("[" + std::string(text) + "]");
    expect_same("{\"n\":" + std::string(text) + "}");
  }
  // "-0" is an integer by its shape, yet no int64 can hold it.
  expect_same("-0");
  expect_same("[-0,0,-0.0]");
}

TEST(JsonRead, NumbersHaveTheRightValue) {
  auto doc = json::decode(exact("[9007199254740993,0.1,1e-7,9.013707895053933,-1.5e3,1e400]"));
  ASSERT_TRUE(doc.ok());
  const auto items = doc->root().items();
  EXPECT_EQ(items[0].kind(), Kind::integer);
  EXPECT_EQ(items[0].integer(), 9007199254740993);
  EXPECT_EQ(items[1].real(), 0.1);
  EXPECT_EQ(items[2].real(), 1e-7);
  EXPECT_EQ(items[3].real(), 9.013707895053933);
  EXPECT_EQ(items[4].real(), -1500.0);
  EXPECT_EQ(items[5].kind(), Kind::big_number);
}

TEST(JsonRead, PaddedTextIsUsedInPlace) {
  std::string text = R"({"name":"in place","n":1.50})";
  text.reserve(text.size() + json::padding);
  const auto doc = json::decode_padded(text);
  ASSERT_TRUE(doc.ok()) << doc.error().message();
  EXPECT_EQ(written(doc->root()), text);
  const std::string_view name = doc->root().find("name")->string();
  EXPECT_EQ(static_cast<const void*>(name.data()), text.data() + text.find("in place"));
  text = "[1,";
  text.reserve(text.size() + json::padding);
  EXPECT_EQ(json::decode_padded(text).error().code, Errc::unexpected_end);
  DecodeOptions options;
  options.max_bytes = 2;
  EXPECT_EQ(json::decode_padded(text, options).error().code, Errc::size_exceeded);
}

TEST(JsonRead, WhitespaceGoesAnywhereBetweenTokens) {
  auto doc = json::decode(exact(" \t\r\n{ \"a\" :\n[ 1 ,\r\n2 ] , \"b\" : { } }\n\n"));
  ASSERT_TRUE(doc.ok()) << doc.error().message();
  EXPECT_EQ(written(doc->root()), R"({"a":[1,2],"b":{}})");
  for (const std::string_view text : {" 1", "1 ", "\n1\n", "\ttrue\r\n", " \"a\" ", " null"}) {
    EXPECT_TRUE(json::decode(exact(text)).ok()) << text;
  }
}

TEST(JsonRead, Escapes) {
  struct Case {
    std::string_view text, value;
  };
  constexpr Case table[] = {
      {R"("\"\\\/\b\f\n\r\t")", "\"\\/\b\f\n\r\t"sv},
      {R"("\u0041\u00e9\u65e5")", "A\xc3\xa9\xe6\x97\xa5"sv},
      {R"("\u0000")", "\0"sv},
      {R"("\uD83D\uDE00")", "\xf0\x9f\x98\x80"sv},
      {R"("\ud83d\ude00x")", "\xf0\x9f\x98\x80x"sv},
      {R"("\uDBFF\uDFFF")", "\xf4\x8f\xbf\xbf"sv},
      {R"("\uFFFF\uD7FF\uE000")", "\xef\xbf\xbf\xed\x9f\xbf\xee\x80\x80"sv},
      {R"("\u007f\u0080\u07ff\u0800")", "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80"sv},
      {R"("a\\")", "a\\"sv},
      {R"("\\\\\\")", "\\\\\\"sv},
      {R"("\\\"")", "\\\""sv},
  };
  for (const Case& each : table) {
    auto doc = json::decode(exact(each.text));
    ASSERT_TRUE(doc.ok()) << each.text << ": " << doc.error().message();
    EXPECT_EQ(doc->root().string(), each.value) << each.text;
    const std::string key = "{" + std::string(each.text) + ":1}";
    auto keyed = json::decode(exact(key));
    ASSERT_TRUE(keyed.ok()) << key;
    EXPECT_EQ(keyed->root().key(0), each.value) << key;
  }
}

TEST(JsonRead, EscapesAtEveryPlaceOfLongStrings) {
  // Around the width of every vector unit.
  for (std::size_t size = 0; size < 140; ++size) {
    for (const std::string_view special :
         {"\\n"sv, "\\\""sv, "\\\\"sv, "\\u00e9"sv, "\xc3\xa9"sv}) {
      for (std::size_t at = 0; at <= size; at += 1 + size / 40) {
        std::string text = '"' + std::string(size, 'x') + '"';
        text.insert(at + 1, special);
        auto doc = json::decode(exact(text));
        ASSERT_TRUE(doc.ok()) << text;
        std::string expected(size, 'x');
        expected.insert(at, special == "\\n"    ? "\n"
                            : special == "\\\"" ? "\""
                            : special == "\\\\" ? "\\"
                                                : "\xc3\xa9");
        ASSERT_EQ(doc->root().string(), expected) << text;
        auto again = json::decode(exact(written(doc->root())));
        ASSERT_TRUE(again.ok());
        ASSERT_TRUE(identical(again->root(), doc->root()));
      }
    }
  }
}

// Errors. The caret stands under the place the error must name.

struct Bad {
  const char* name;
  std::string_view text;
  std::string_view caret;
  Errc code;
};

void expect_bad(const Bad& bad, std::size_t offset) {
  auto doc = json::decode(exact(bad.text));
  ASSERT_FALSE(doc.ok()) << bad.name << ": accepted as " << plain_json(doc->root());
  EXPECT_EQ(slug(doc.error().code), slug(bad.code)) << bad.name << ": " << doc.error().message();
  EXPECT_EQ(doc.error().offset, offset) << bad.name << ": " << doc.error().message() << '\n'
                                        << describe("text", bad.text, doc.error());
  EXPECT_FALSE(doc.error().detail.empty()) << bad.name;
}

TEST(JsonRead, ErrorsNameTheirPlace) {
  // clang-format off
  constexpr Bad table[] = {
      {"empty",                R"()",
                               R"(^)", Errc::unexpected_end},
      {"blank",                R"(  )",
                               R"(  ^)", Errc::unexpected_end},
      {"open array",           R"([1,2)",
                               R"(    ^)", Errc::unexpected_end},
      {"open array, comma",    R"([1,)",
                               R"(   ^)", Errc::unexpected_end},
      {"bracket alone",        R"([)",
                               R"( ^)", Errc::unexpected_end},
      {"brace alone",          R"({)",
                               R"( ^)", Errc::unexpected_end},
      {"key alone",            R"({"a")",
                               R"(    ^)", Errc::unexpected_end},
      {"key and colon",        R"({"a":)",
                               R"(     ^)", Errc::unexpected_end},
      {"open object",          R"({"a":1)",
                               R"(      ^)", Errc::unexpected_end},
      {"open object, comma",   R"({"a":1,)",
                               R"(       ^)", Errc::unexpected_end},
      {"nested open",          R"({"a":[{"b":1}])",
                               R"(              ^)", Errc::unexpected_end},
      {"text after an array",  R"([1]x)",
                               R"(   ^)", Errc::trailing_characters},
      {"second value",         R"([1] [2])",
                               R"(    ^)", Errc::trailing_characters},
      {"surplus bracket",      R"([1]])",
                               R"(   ^)", Errc::trailing_characters},
      {"two numbers",          R"(1 2)",
                               R"(  ^)", Errc::trailing_characters},
      {"two strings",          R"("a" "b")",
                               R"(    ^)", Errc::trailing_characters},
      {"strings side by side", R"("a""b")",
                               R"(   ^)", Errc::trailing_characters},
      {"word after a literal", R"(true false)",
                               R"(     ^)", Errc::trailing_characters},
      {"comma after the root", R"(1,)",
                               R"( ^)", Errc::trailing_characters},
      {"comma first",          R"([,1])",
                               R"( ^)", Errc::unexpected_character},
      {"comma last",           R"([1,])",
                               R"(   ^)", Errc::unexpected_character},
      {"two commas",           R"([1,,2])",
                               R"(   ^)", Errc::unexpected_character},
      {"no comma",             R"([1 2])",
                               R"(   ^)", Errc::unexpected_character},
      {"colon in an array",    R"([1:2])",
                               R"(  ^)", Errc::unexpected_character},
      {"wrong bracket",        R"([1})",
                               R"(  ^)", Errc::unexpected_character},
      {"wrong brace",          R"({"a":1])",
                               R"(      ^)", Errc::unexpected_character},
      {"no colon",             R"({"a" 1})",
                               R"(     ^)", Errc::unexpected_character},
      {"comma for a colon",    R"({"a",1})",
                               R"(    ^)", Errc::unexpected_character},
      {"no value",             R"({"a":})",
                               R"(     ^)", Errc::unexpected_character},
      {"comma last in object", R"({"a":1,})",
                               R"(       ^)", Errc::unexpected_character},
      {"number as key",        R"({1:2})",
                               R"( ^)", Errc::unexpected_character},
      {"bare key",             R"({a:2})",
                               R"( ^)", Errc::unexpected_character},
      {"single quotes",        R"(['a'])",
                               R"( ^)", Errc::unexpected_character},
      {"comment",              R"([1] // x)",
                               R"(    ^)", Errc::trailing_characters},
      {"short literal",        R"([tru])",
                               R"( ^)", Errc::unexpected_character},
      {"short literal, end",   R"(tru)",
                               R"(^)", Errc::unexpected_character},
      {"long literal",         R"([nulls])",
                               R"( ^)", Errc::unexpected_character},
      {"literal, quote",       R"([true"a"])",
                               R"( ^)", Errc::unexpected_character},
      {"capital literal",      R"([True])",
                               R"( ^)", Errc::unexpected_character},
      {"NaN",                  R"([NaN])",
                               R"( ^)", Errc::unexpected_character},
      {"leading zero",         R"([01])",
                               R"( ^)", Errc::invalid_number},
      {"leading zero, root",   R"(01)",
                               R"(^)", Errc::invalid_number},
      {"minus zero one",       R"([-01])",
                               R"( ^)", Errc::invalid_number},
      {"point at the end",     R"([1.])",
                               R"( ^)", Errc::invalid_number},
      {"point first",          R"([.5])",
                               R"( ^)", Errc::unexpected_character},
      {"plus",                 R"([+1])",
                               R"( ^)", Errc::unexpected_character},
      {"minus alone",          R"([-])",
                               R"( ^)", Errc::invalid_number},
      {"minus alone, root",    R"(-)",
                               R"(^)", Errc::invalid_number},
      {"exponent alone",       R"([1e])",
                               R"( ^)", Errc::invalid_number},
      {"exponent sign alone",  R"([1e+])",
                               R"( ^)", Errc::invalid_number},
      {"two points",           R"([1.2.3])",
                               R"(    ^)", Errc::trailing_characters},
      {"letters behind",       R"([12a])",
                               R"(   ^)", Errc::trailing_characters},
      {"hexadecimal",          R"([0x1])",
                               R"(  ^)", Errc::trailing_characters},
      {"number, quote",        R"([1"a"])",
                               R"(  ^)", Errc::trailing_characters},
      {"minus infinity",       R"([-Infinity])",
                               R"( ^)", Errc::invalid_number},
      {"unclosed string",      R"(["abc)",
                               R"( ^)", Errc::unterminated_quote},
      {"unclosed, escape",     R"(["abc\")",
                               R"( ^)", Errc::unterminated_quote},
      {"unclosed key",         R"({"abc)",
                               R"( ^)", Errc::unterminated_quote},
      {"quote alone",          R"(")",
                               R"(^)", Errc::unterminated_quote},
      {"bad escape",           R"(["ab\x"])",
                               R"(    ^)", Errc::invalid_escape},
      {"bad escape in a key",  R"({"\'":1})",
                               R"(  ^)", Errc::invalid_escape},
      {"short hex",            R"(["\u12"])",
                               R"(  ^)", Errc::invalid_escape},
      {"bad hex",              R"(["\u12G4"])",
                               R"(  ^)", Errc::invalid_escape},
      {"sign in hex",          R"(["\u+123"])",
                               R"(  ^)", Errc::invalid_escape},
      {"capital U",            R"(["\U0041"])",
                               R"(  ^)", Errc::invalid_escape},
      {"high surrogate",       R"(["x\ud800"])",
                               R"(   ^)", Errc::invalid_surrogate},
      {"low surrogate",        R"(["\udc00"])",
                               R"(  ^)", Errc::invalid_surrogate},
      {"high twice",           R"(["\ud800\ud800"])",
                               R"(  ^)", Errc::invalid_surrogate},
      {"high, text",           R"(["\ud800x"])",
                               R"(  ^)", Errc::invalid_surrogate},
      {"high, other escape",   R"(["\ud800\n"])",
                               R"(  ^)", Errc::invalid_surrogate},
      {"surrogate in a key",   R"({"a\udfff":1})",
                               R"(   ^)", Errc::invalid_surrogate},
      {"key twice",            R"({"a":1,"a":2})",
                               R"(       ^)", Errc::duplicate_key},
      {"key twice, escaped",   R"({"a":1,"b":2,"\u0061":3})",
                               R"(             ^)", Errc::duplicate_key},
      {"key twice, nested",    R"([{"x":{"id":1,"id":2}}])",
                               R"(              ^)", Errc::duplicate_key},
      {"empty key twice",      R"({"":1,"":2})",
                               R"(      ^)", Errc::duplicate_key},
      {"twice in row 2",       R"([{"a":1,"b":2},{"a":1,"a":2}])",
                               R"(                      ^)", Errc::duplicate_key},
      {"first fault wins",     R"({"a":01,"a":2})",
                               R"(     ^)", Errc::invalid_number},
  };
  // clang-format on
  for (const Bad& bad : table)
    expect_bad(bad, bad.caret.find('^'));
}

TEST(JsonRead, ErrorsOfOddBytesNameTheirPlace) {
  // clang-format off
  const Bad table[] = {
      {"line feed in a string", "[\"a\nb\"]",
                                "    ^", Errc::invalid_escape},
      {"tab in a string",       "[\"\t\"]",
                                "   ^", Errc::invalid_escape},
      {"NUL in a string",       "[\"a\0\"]"sv,
                                "    ^", Errc::invalid_escape},
      {"control in a key",      "{\"\x01\":1}",
                                "   ^", Errc::invalid_escape},
      {"control behind a backslash", "[\"a\\\x01\"]",
                                     "    ^", Errc::invalid_escape},
      {"line feed behind a backslash", "[\"a\\\n\"]",
                                       "    ^", Errc::invalid_escape},
      {"NUL outside",           "[\0]"sv,
                                " ^", Errc::unexpected_character},
      {"NUL alone",             "\0"sv,
                                "^", Errc::unexpected_character},
      {"NUL behind an array",   "[1]\0"sv,
                                "   ^", Errc::trailing_characters},
      {"NUL behind a number",   "[1\0]"sv,
                                "  ^", Errc::trailing_characters},
      {"NUL behind the root number", "1\0"sv,
                                     " ^", Errc::trailing_characters},
      {"NUL behind a literal",  "[true\0]"sv,
                                " ^", Errc::unexpected_character},
      {"NUL behind the root literal", "null\0"sv,
                                      "^", Errc::unexpected_character},
      {"NUL behind a string",   "\"a\"\0"sv,
                                "     ^", Errc::trailing_characters},
      {"NUL behind a key",      "{\"a\"\0:1}"sv,
                                "      ^", Errc::unexpected_character},
      {"vertical tab",          "[1,\x0b" "2]",
                                "   ^", Errc::unexpected_character},
      {"no-break space",        "[1,\xc2\xa0" "2]",
                                "   ^", Errc::unexpected_character},
      {"bad byte",              "[\"ab\xff\"]",
                                "     ^", Errc::invalid_utf8},
      {"bad byte outside",      "[1,\x80]",
                                "   ^", Errc::invalid_utf8},
      {"cut character",         "\"\xe6\x97\"",
                                "  ^", Errc::invalid_utf8},
      {"cut at the end",        "\"\xf0\x9f\x98",
                                "  ^", Errc::invalid_utf8},
      {"overlong",              "\"\xc0\x80\"",
                                "  ^", Errc::invalid_utf8},
      {"encoded surrogate",     "\"a\xed\xa0\x80\"",
                                "   ^", Errc::invalid_utf8},
      {"beyond Unicode",        "\"\xf4\x90\x80\x80\"",
                                "  ^", Errc::invalid_utf8},
      {"bad byte behind the text", "{}\xfe",
                                   "  ^", Errc::invalid_utf8},
      {"byte order mark",       "\xef\xbb\xbf{}",
                                "^", Errc::invalid_character},
      {"second line",           "{\n\"a\": 1,\n\"a\": 2}",
                                "              ^", Errc::duplicate_key},
      {"CRLF",                  "[\r\n1,\r\n]",
                                "           ^", Errc::unexpected_character},
  };
  // clang-format on
  for (const Bad& bad : table)
    expect_bad(bad, caret_offset(bad.text, bad.caret));
}

TEST(JsonRead, EveryPrefixIsRefused) {
  const std::string_view text =
      R"({"a":[1,-2.5e+3,true,null,"x\u00e9\\"],"b":{"c":{}},"d":"tail"})";
  for (std::size_t size = 0; size < text.size(); ++size) {
    auto doc = json::decode(exact(text.substr(0, size)));
    ASSERT_FALSE(doc.ok()) << text.substr(0, size);
    EXPECT_LE(doc.error().offset, size);
  }
  EXPECT_TRUE(json::decode(exact(text)).ok());
}

TEST(JsonRead, NoOneByteChangeIsMisread) {
  // Any change of one byte is refused, or read as something that writes itself back.
  const std::string_view text = R"([{"a":1.5,"b":"x\n"},{"a":true,"b":null}])";
  for (std::size_t at = 0; at < text.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string changed(text);
      changed[at] = static_cast<char>(byte);
      auto doc = json::decode(exact(changed));
      if (!doc) {
        EXPECT_LE(doc.error().offset, changed.size());
        continue;
      }
      auto again = json::decode(exact(written(doc->root())));
      ASSERT_TRUE(again.ok()) << changed;
      EXPECT_TRUE(identical(doc->root(), again->root())) << changed;
      // Nothing but blanks may get lost.
      std::size_t blanks = 0;
      for (const char c : changed)
        blanks += c == ' ' || c == '\t' || c == '\n' || c == '\r';
      const std::string out = written(doc->root());
      EXPECT_GE(out.size() + blanks + 1, changed.size()) << changed;
    }
  }
}

TEST(JsonRead, DepthIsLimited) {
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  DecodeOptions options;
  EXPECT_TRUE(json::decode(exact(nested(512)), options).ok());
  auto doc = json::decode(exact(nested(513)), options);
  ASSERT_FALSE(doc.ok());
  EXPECT_EQ(slug(doc.error().code), "depth_exceeded");
  EXPECT_EQ(doc.error().offset, 512U);
  options.max_depth = 3;
  EXPECT_TRUE(json::decode(exact(R"([{"a":[]}])"), options).ok());
  doc = json::decode(exact(R"([{"a":[{}]}])"), options);
  ASSERT_FALSE(doc.ok());
  EXPECT_EQ(slug(doc.error().code), "depth_exceeded");
  EXPECT_EQ(doc.error().offset, 7U);
  options.max_depth = 100000;
  EXPECT_TRUE(json::decode(exact(nested(1024)), options).ok());
  EXPECT_FALSE(json::decode(exact(nested(1025)), options).ok()) << "capped at 1,024";
  options.max_depth = 512;
  for (const std::string& text : {std::string(100000, '['), nested(100000), [] {
                                    std::string objects;
                                    for (int i = 0; i < 100000; ++i)
                                      objects += "{\"a\":";
                                    return objects;
                                  }()}) {
    doc = json::decode(exact(text), options);
    ASSERT_FALSE(doc.ok());
    EXPECT_EQ(slug(doc.error().code), "depth_exceeded");
  }
  options.max_depth = 0;
  EXPECT_TRUE(json::decode(exact("1"), options).ok());
  EXPECT_FALSE(json::decode(exact("[]"), options).ok());
}

TEST(JsonRead, SizeIsLimited) {
  DecodeOptions options;
  options.max_bytes = 5;
  EXPECT_TRUE(json::decode(exact("[1,2]"), options).ok());
  auto doc = json::decode(exact("[1,2] "), options);
  ASSERT_FALSE(doc.ok());
  EXPECT_EQ(slug(doc.error().code), "size_exceeded");
}

TEST(JsonRead, LenientAndCompleteChangeNothing) {
  DecodeOptions options;
  options.lenient = true;
  options.complete = true;
  EXPECT_TRUE(json::decode(exact("[1,2]"), options).ok());
  EXPECT_FALSE(json::decode(exact("[1,2"), options).ok());
  EXPECT_FALSE(json::decode(exact("[1,2,]"), options).ok());
}

TEST(JsonRead, WideObjectsAreReadInLinearTime) {
  std::string text = "{";
  for (int i = 0; i < 100000; ++i)
    text += "\"key" + std::to_string(i) + "\":" + std::to_string(i) + ',';
  const std::string good = text + "\"last\":0}";
  const std::string bad = text + "\"key77777\":0}";
  const auto start = std::chrono::steady_clock::now();
  auto doc = json::decode(exact(good));
  ASSERT_TRUE(doc.ok()) << doc.error().message();
  EXPECT_EQ(doc->root().size(), 100001U);
  EXPECT_EQ(written(doc->root()), good);
  doc = json::decode(exact(bad));
  ASSERT_FALSE(doc.ok());
  EXPECT_EQ(slug(doc.error().code), "duplicate_key");
  EXPECT_EQ(doc.error().offset, text.size());
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 10);
}

TEST(JsonRead, ManyDifferentShapesAreReadInLinearTime) {
  // Each object has keys of its own: the table of shapes must not become the bottleneck.
  std::string text = "[";
  for (int i = 0; i < 50000; ++i) {
    text +=
        (i == 0 ? "{\"a" : ",{\"a") + std::to_string(i) + "\":1,\"b" + std::to_string(i) + "\":2}";
  }
  text += "]";
  const auto start = std::chrono::steady_clock::now();
  auto doc = json::decode(exact(text));
  ASSERT_TRUE(doc.ok()) << doc.error().message();
  EXPECT_EQ(written(doc->root()), text);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 10);
}

// Writing.

TEST(JsonWrite, Pretty) {
  auto doc = json::decode(exact(R"({"a":[1,[],{}],"b":{"c":"d"},"e":[[2]],"\n":null})"));
  ASSERT_TRUE(doc.ok());
  EXPECT_EQ(written(doc->root(), 2),
            "{\n"
            "  \"a\": [\n"
            "    1,\n"
            "    [],\n"
            "    {}\n"
            "  ],\n"
            "  \"b\": {\n"
            "    \"c\": \"d\"\n"
            "  },\n"
            "  \"e\": [\n"
            "    [\n"
            "      2\n"
            "    ]\n"
            "  ],\n"
            "  \"\\n\": null\n"
            "}");
  EXPECT_EQ(written(doc->root(), 4), plain_json(doc->root(), 4));
  EXPECT_EQ(written(doc->root(), 1), plain_json(doc->root(), 1));
  EXPECT_EQ(written(Value(), 2), "null");
}

TEST(JsonWrite, NumbersMadeFromCxx) {
  struct Case {
    double value;
    std::string_view text;
  };
  constexpr Case table[] = {
      {0.0, "0"},
      {-0.0, "-0"},
      {1.0, "1"},
      {0.1, "0.1"},
      {1e21, "1e+21"},
      {5e-324, "5e-324"},
      {1e-6, "0.000001"},
      {-2.5, "-2.5"},
      {123456789.125, "123456789.125"},
      {1.7976931348623157e308, "1.7976931348623157e+308"},
      {9007199254740992.0, "9.007199254740992e+15"},
  };
  for (const Case& each : table) {
    Builder b;
    auto doc = b.begin_array().real(each.value).end_array().finish();
    ASSERT_TRUE(doc.ok());
    EXPECT_EQ(written(doc->root()), "[" + std::string(each.text) + "]");
    auto again = json::decode(exact(written(doc->root())));
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(identical(again->root(), doc->root())) << each.text;
  }
  Builder b;
  auto doc = b.begin_array()
                 .integer(std::int64_t{-9223372036854775807} - 1)
                 .integer(0)
                 .end_array()
                 .finish();
  ASSERT_TRUE(doc.ok());
  EXPECT_EQ(written(doc->root()), "[-9223372036854775808,0]");
}

TEST(JsonWrite, EscapesWhatMustBeEscapedAndNothingElse) {
  std::string all;
  for (int c = 0; c < 128; ++c)
    all += static_cast<char>(c);
  all += "\xc2\x80\xe2\x80\xa8\xe2\x80\xa9\xf0\x9f\x98\x80";
  Builder b;
  auto doc = b.begin_object().key(all).string(all).end_object().finish();
  ASSERT_TRUE(doc.ok());
  const std::string text = written(doc->root());
  EXPECT_EQ(text, plain_json(doc->root()));
  EXPECT_NE(text.find(R"(\u0000\u0001)"), std::string::npos);
  EXPECT_NE(text.find(R"(\u001f !\"#)"), std::string::npos);
  EXPECT_NE(text.find("/"), std::string::npos);
  EXPECT_EQ(text.find("\\/"), std::string::npos);
  auto again = json::decode(exact(text));
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(identical(again->root(), doc->root()));
}

TEST(JsonWrite, SizeIsLimited) {
  auto doc = json::decode(exact(R"(["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"])"));
  ASSERT_TRUE(doc.ok());
  const std::size_t size = written(doc->root()).size();
  EncodeOptions options;
  options.max_bytes = size;
  EXPECT_TRUE(json::encode(doc->root(), options).ok());
  options.max_bytes = size - 1;
  auto text = json::encode(doc->root(), options);
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(slug(text.error().code), "size_exceeded");
  options.max_bytes = 0;
  EXPECT_FALSE(json::encode(Value(), options).ok());
}

TEST(JsonWrite, DeepValues) {
  std::string text = std::string(1024, '[') + std::string(1024, ']');
  DecodeOptions options;
  options.max_depth = 1024;
  auto doc = json::decode(exact(text), options);
  ASSERT_TRUE(doc.ok());
  EXPECT_EQ(written(doc->root()), text);
  EXPECT_EQ(written(doc->root(), 3), plain_json(doc->root(), 3));
}

// ---- many texts at once

/// A batch is what `decode` makes of each text, up to the first mistake.
void expect_batch(json::RecordReader& reader, const std::vector<std::string_view>& texts) {
  const json::RecordReader::Batch batch = reader.read(texts);
  std::size_t i = 0;
  for (; i < texts.size(); ++i) {
    const auto expected = json::decode(exact(texts[i]));
    if (!expected) {
      ASSERT_NE(batch.error, nullptr) << texts[i];
      EXPECT_EQ(batch.error->message(), expected.error().message());
      EXPECT_EQ(batch.error->offset, expected.error().offset);
      break;
    }
    ASSERT_LT(i, batch.values.size()) << texts[i];
    EXPECT_TRUE(identical(batch.values[i], expected->root())) << texts[i];
    EXPECT_EQ(written(batch.values[i]), written(expected->root()));
  }
  EXPECT_EQ(batch.values.size(), i);
  EXPECT_EQ(batch.error == nullptr, i == texts.size());
}

TEST(JsonRecords, EachTextIsReadByItself) {
  json::RecordReader reader;
  expect_batch(reader, {});
  expect_batch(reader, {R"({"a":1,"b":"x"})", R"({"a":2,"b":"y\n\u00e9"})", R"({"b":3})", "7",
                        "\"s\"", "\"t\"", "[]", "{}", " null\t", "[1,\n2]\r\n", "-0", "1e400"});
  // Together these would be valid, or valid in another way.
  const std::vector<std::string_view> broken[] = {
      {"[1", "2],3"},
      {"1,2"},
      {"[1", "2]"},
      {"{\"a\":1", "}"},
      {"\"a", "b\""},
      {"1", ""},
      {"", "1"},
      {" ", "\n"},
      {"1 2", "3"},
      {"1", "2", "[", "]"},
      {"tr", "ue"},
      {"1", "2,"},
      {"1",
       "\xEF\xBB\xBF"
       "2"},
      {"1", "\"\xff\"", "2"},
      {"\"\\", "\""},
      {"{\"a\":1,\"a\":2}"},
      {"1", "2]"},
      {"1", "\0"sv},
      {"\"a\"b"},
      {"1", "01"},
  };
  for (const auto& texts : broken)
    expect_batch(reader, texts);
  // What came before has no influence.
  expect_batch(reader, {R"({"a":1})", R"({"a":2})"});
}

TEST(JsonRecords, LimitsHoldForEachText) {
  DecodeOptions options;
  options.max_depth = 2;
  options.max_bytes = 5;
  json::RecordReader reader(options);
  const std::string_view fitting[] = {"[[1]]", "[2]", "[[3]]"};
  EXPECT_EQ(reader.read(fitting).values.size(), 3U);
  const std::string_view deep[] = {"[1]", "[[[]]]"};
  EXPECT_EQ(reader.read(deep).error->code, Errc::size_exceeded);
  options.max_bytes = 6;
  json::RecordReader other(options);
  EXPECT_EQ(other.read(deep).error->code, Errc::depth_exceeded);
  EXPECT_EQ(other.read(deep).values.size(), 1U);
  json::RecordReader moved(std::move(other));
  EXPECT_EQ(moved.read(fitting).values.size(), 3U);
}

}  // namespace
}  // namespace laconic

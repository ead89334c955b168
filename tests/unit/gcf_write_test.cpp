// gcf_write_test.cpp - writing GCF: the canonical form, its options and its limits.
#include <gtest/gtest.h>

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <laconic/builder.hpp>
#include <laconic/gcf.hpp>
#include <laconic/json.hpp>

#include "exact_text.hpp"
#include "plain_gcf.hpp"
#include "plain_json.hpp"

namespace laconic {
namespace {

using namespace std::string_view_literals;
using support::exact;
using support::plain_json;

constexpr std::string_view header = "GCF profile=generic\n";

Document from_json(std::string_view text) {
  DecodeOptions options;
  options.max_depth = 1024;
  auto doc = json::decode(exact(text), options);
  EXPECT_TRUE(doc.ok()) << text << ": " << doc.error().message();
  return doc ? std::move(*doc) : Document();
}

struct Case {
  const char* name;
  std::string_view json;
  std::string_view body;
};

void expect_written(std::span<const Case> table, const gcf::EncodeOptions& options = {}) {
  for (const Case& each : table) {
    const Document doc = from_json(each.json);
    auto text = gcf::encode(doc.root(), options);
    ASSERT_TRUE(text.ok()) << each.name << ": " << text.error().message();
    EXPECT_EQ(*text, std::string(header) + std::string(each.body)) << each.name;
    auto back = gcf::decode(exact(*text));
    ASSERT_TRUE(back.ok()) << each.name << ": " << describe("text", *text, back.error());
    EXPECT_EQ(support::difference(doc.root(), back->root(), false), "") << each.name;
    EXPECT_TRUE(same_value(doc.root(), back->root())) << each.name;
    auto again = gcf::encode(back->root(), options);
    ASSERT_TRUE(again.ok()) << each.name;
    EXPECT_EQ(*again, *text) << each.name << ": not idempotent";
  }
}

TEST(GcfWrite, RootForms) {
  constexpr Case table[] = {
      {"empty object", "{}", ""},
      {"object", R"({"a":1,"b":"x"})", "a=1\nb=x\n"},
      {"empty array", "[]", "## [0]\n"},
      {"primitives", R"(["a",1,null,true])", "## [4]: a,1,-,true\n"},
      {"table", R"([{"id":1,"n":"x"},{"id":2,"n":"y"}])", "## [2]{id,n}\n1|x\n2|y\n"},
      {"mixed", R"([1,{},[]])", "## [3]\n@0 =1\n@1 {}\n@2 [0]\n"},
      {"keyed", R"({"x":{"a":1},"y":{"a":2}})", "## [2:]{key,a}\nx|1\ny|2\n"},
      {"number", "42", "=42\n"},
      {"string", R"("hello world")", "=hello world\n"},
      {"string that needs quotes", R"("true")", "=\"true\"\n"},
      {"null", "null", "=-\n"},
  };
  expect_written(table);
}

TEST(GcfWrite, Numbers) {
  constexpr Case table[] = {
      {"integers", "[0,-1,9223372036854775807,-9223372036854775808]",
       "## [4]: 0,-1,9223372036854775807,-9223372036854775808\n"},
      {"zeros", "[-0,-0.0,0.0,0e5]", "## [4]: 0,0,0,0\n"},
      {"whole reals", "[1.0,1e2,1e10,100.00]", "## [4]: 1,100,10000000000,100\n"},
      {"plain limits", "[1e-6,9007199254740991.0]", "## [2]: 0.000001,9007199254740991\n"},
      {"exponents", "[4e-7,9007199254740992.0,5e18,1e21,5e-324,1.5e300]",
       "## [6]: 4e-7,9.007199254740992e+15,5e+18,1e+21,5e-324,1.5e+300\n"},
      {"fractions", "[1.50,123456789.125,0.1,9.013707895053933,-2.5E-3]",
       "## [5]: 1.5,123456789.125,0.1,9.013707895053933,-0.0025\n"},
      {"shortest digits", "[0.10000000000000001,0.30000000000000004]",
       "## [2]: 0.1,0.30000000000000004\n"},
      {"largest", "[1.7976931348623157e308,2.2250738585072014e-308]",
       "## [2]: 1.7976931348623157e+308,2.2250738585072014e-308\n"},
  };
  expect_written(table);
}

TEST(GcfWrite, NumbersOutOfRangeAreRefused) {
  for (const std::string_view text : {
           "9223372036854775808",
           "-9223372036854775809",
           "18446744073709551615",
           "100000000000000000000",
           "1e400",
           "-1e400",
           "1e309",
       }) {
    for (const std::string& json :
         {std::string(text), "[" + std::string(text) + "]", "{\"a\":" + std::string(text) + "}",
          "[{\"a\":" + std::string(text) + "},{\"a\":1}]",
          "[{\"a\":{\"b\":" + std::string(text) + "}}]", "[1,[" + std::string(text) + "],{}]",
          "[{\"a\":[{\"b\":1}]},{\"a\":[{\"b\":" + std::string(text) + "}]}]"}) {
      const Document doc = from_json(json);
      for (const auto layout : {gcf::Layout::canonical, gcf::Layout::compact}) {
        gcf::EncodeOptions options;
        options.layout = layout;
        auto out = gcf::encode(doc.root(), options);
        ASSERT_FALSE(out.ok()) << json << " written as " << *out;
        EXPECT_EQ(slug(out.error().code), "out_of_range") << json;
        EXPECT_NE(out.error().detail.find(text), std::string::npos) << out.error().detail;
        EXPECT_NE(out.error().detail.find("string"), std::string::npos) << "no remedy";
      }
    }
  }
  Builder b;
  auto doc = b.begin_array().unsigned_integer(9223372036854775808U).end_array().finish();
  ASSERT_TRUE(doc.ok());
  EXPECT_EQ(slug(gcf::encode(doc->root()).error().code), "out_of_range");
}

TEST(GcfWrite, DigitsBeyondBinary64AreRefusedOrRounded) {
  // The nearest double is 0.12345678901234568; the other digits would be lost.
  const Document doc = from_json("[0.12345678901234567890123,1e-400]");
  auto refused = gcf::encode(doc.root());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(slug(refused.error().code), "out_of_range");
  gcf::EncodeOptions options;
  options.round_numbers = true;
  const Document digits = from_json("[0.12345678901234567890123]");
  auto rounded = gcf::encode(digits.root(), options);
  ASSERT_TRUE(rounded.ok()) << rounded.error().message();
  EXPECT_EQ(*rounded, std::string(header) + "## [1]: 0.12345678901234568\n");
  // Rounding does not help where no double is near.
  for (const std::string_view text : {"[1e400]", "[18446744073709551615]"}) {
    auto out = gcf::encode(from_json(text).root(), options);
    EXPECT_FALSE(out.ok()) << text << " written as " << *out;
  }
}

TEST(GcfWrite, Quoting) {
  const std::string_view quoted[] = {
      "",
      "-",
      "~",
      "^",
      "true",
      "false",
      "^{a}",
      "^{}",
      "^{a,b}",
      "0",
      "1",
      "-1",
      "1.5",
      "1e5",
      "-0",
      "1E-5",
      "+1",
      "-.5",
      "+.5",
      ".5",
      "007",
      "00",
      "01a",
      "+1a",
      "-1a",
      " ",
      " a",
      "a ",
      "#",
      "#a",
      "# a",
      "@",
      "@a",
      ".",
      ".a",
      "\"",
      "a\"",
      "\\",
      "a\\b",
      "|",
      "a|b",
      ",",
      "a,b",
      "\n",
      "a\tb",
      "\x01",
      "[]:",
      "[a]:",
      "x[1]: y",
      "[a] :",
      "[a]   :b",
      "[[a]:",
      "a[]]:[]:",
      "\xc2\x80",
      "\xc2\x85",
      "\xc2\x9f",
      "a\xc2\xa0",
      "\xe1\x9a\x80",
      "\xe2\x80\x80",
      "\xe2\x80\x8a",
      "\xe2\x80\xa8",
      "\xe2\x80\xa9",
      "\xe2\x80\xaf",
      "\xe2\x81\x9f",
      "\xe3\x80\x80",
      "\xef\xbb\xbf",
      "a\xef\xbb\xbf"
      "b",
      "\r",
      "a\r",
  };
  const std::string_view bare[] = {
      "a",
      "null",
      "NaN",
      "1.",
      "0x1",
      "--",
      "+",
      "-a",
      "a=b",
      "=x",
      "{}",
      "^{",
      "^a",
      "^{a",
      "a^{b}",
      "[ab",
      "x#",
      "a@b",
      "a.b",
      "123abc",
      "key: value",
      "value[0] ok",
      "a b",
      "\x7f",
      "\xe1\xa0\x8e",
      "\xe2\x80\x8b",
      "\xe2\x81\xa0",
      "\xc2\xa1",
      "\xc3\xa9",
      "True",
      "TRUE",
      "]:[",
      "a]: b",
      "[a] b:",
      "}",
      "a}b",
      "e5",
      "-e",
      "+a",
      "1e",
      "1e+",
      "1.5.2",
      "--1",
      "-+1",
      "\xef\xbb\xbe",
      "\xe2\x80\xa7",
      "\xe2\x80\xb0",
      "\xe2\x81\x9e",
      "\xe1\x9a\x81",
      "'a'",
      "!",
      "\xf0\x9f\x98\x80",
      "1\xd9\xa1",
  };
  for (const std::string_view text : quoted) {
    Builder b;
    auto doc = b.string(text).finish();
    auto out = gcf::encode(doc->root());
    ASSERT_TRUE(out.ok());
    EXPECT_EQ(out->substr(header.size(), 2), "=\"") << testing::PrintToString(text);
    EXPECT_TRUE(support::plain_needs_quotes(text)) << testing::PrintToString(text);
  }
  for (const std::string_view text : bare) {
    Builder b;
    auto doc = b.string(text).finish();
    auto out = gcf::encode(doc->root());
    ASSERT_TRUE(out.ok());
    EXPECT_EQ(*out, std::string(header) + "=" + std::string(text) + "\n");
    EXPECT_FALSE(support::plain_needs_quotes(text)) << testing::PrintToString(text);
  }
}

TEST(GcfWrite, QuotingDoesNotDependOnThePlaceInAVector) {
  // Every trigger, alone in a text of every length up to five vectors, at every place.
  const std::string_view triggers[] = {"\"",
                                       "\\",
                                       "|",
                                       ",",
                                       "\n",
                                       "\x1f",
                                       "\xc2\x80",
                                       "\xc2\xa0",
                                       "\xe1\x9a\x80",
                                       "\xe2\x80\x80",
                                       "\xe2\x80\xa8",
                                       "\xe2\x80\xaf",
                                       "\xe2\x81\x9f",
                                       "\xe3\x80\x80",
                                       "\xef\xbb\xbf",
                                       "[]:",
                                       "[x]  :"};
  const std::string_view harmless[] = {
      "\xc2\xa1",     "\xe1\x9a\x81", "\xe2\x80\x8b", "\xe2\x80\xa7", "\xe2\x81\x9e",
      "\xe3\x80\x81", "\xef\xbb\xbe", "\xc3\xa9",     "]:[",          "=",
      "[:]",          "\x7f"};
  const auto check = [](std::string_view special, std::size_t size, std::size_t at, bool quotes) {
    std::string text(size, 'a');
    text.insert(at, special);
    Builder b;
    auto doc = b.string(text).finish();
    auto out = gcf::encode(doc->root());
    ASSERT_TRUE(out.ok());
    ASSERT_EQ((*out)[header.size() + 1] == '"', quotes)
        << testing::PrintToString(special) << ' ' << size << ' ' << at;
    auto back = gcf::decode(exact(*out));
    ASSERT_TRUE(back.ok());
    ASSERT_EQ(back->root().string(), text);
  };
  for (std::size_t size = 1; size < 160; size += size < 70 ? 1 : 13) {
    for (std::size_t at = 0; at <= size; at += 1 + size / 24) {
      for (const auto special : triggers)
        check(special, size, at, true);
      // `=` and the like are harmless everywhere.
      for (const auto special : harmless)
        check(special, size, at, false);
    }
  }
}

TEST(GcfWrite, EscapesInQuotedStrings) {
  Builder b;
  auto doc = b.string("\"\\/\b\f\n\r\t\x01\x1f\x7f\xc2\x80"sv).finish();
  auto out = gcf::encode(doc->root());
  ASSERT_TRUE(out.ok());
  EXPECT_EQ(*out,
            std::string(header) + "=\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\x7f\xc2\x80\"\n");
}

TEST(GcfWrite, KeysAndObjects) {
  constexpr Case table[] = {
      {"bare and quoted", R"({"a":1,"_b":2,"A9":3,"content-type":4,"":5,"1":6,"a b":7,"\u00e9":8})",
       "a=1\n_b=2\nA9=3\n\"content-type\"=4\n\"\"=5\n\"1\"=6\n\"a b\"=7\n\"\xc3\xa9\"=8\n"},
      {"data in keys", R"({"a [1] b":"x","items[3]":["a","b"],"a=b":1,"a\"\\\n":2})",
       "\"a [1] b\"=x\n\"items[3]\"[2]: a,b\n\"a=b\"=1\n\"a\\\"\\\\\\n\"=2\n"},
      {"sections", R"({"n":"top","l":{"a":1,"m":{"b":2}},"e":{},"x":[],"t":["x","y"]})",
       "n=top\n## l\n  a=1\n  ## m\n    b=2\n## e\n## x [0]\nt[2]: x,y\n"},
      {"no reserved names", R"({"_root":1,"__proto__":{"a":1},"constructor":2})",
       "_root=1\n## __proto__\n  a=1\nconstructor=2\n"},
      {"one member is never keyed", R"({"a":{"x":1}})", "## a\n  x=1\n"},
      {"empty members only", R"({"a":{},"b":{}})", "## a\n## b\n"},
      {"members of two kinds", R"({"a":{"x":1},"b":2})", "## a\n  x=1\nb=2\n"},
      {"quoted section", R"({"a b":{"x":1},"":[1],"c":[]})",
       "## \"a b\"\n  x=1\n\"\"[1]: 1\n## c [0]\n"},
  };
  expect_written(table);
}

TEST(GcfWrite, Tables) {
  constexpr Case table[] = {
      {"union in first-seen order", R"([{"b":1},{"a":2,"b":3},{"c":4}])",
       "## [3]{b,a,c}\n1|~|~\n3|2|~\n~|~|4\n"},
      {"null and absent", R"([{"id":1,"a":null},{"id":2},{"id":3,"a":"-"}])",
       "## [3]{id,a}\n1|-\n2|~\n3|\"-\"\n"},
      {"empty rows", R"([{},{"a":1},{}])", "## [3]{a}\n~\n1\n~\n"},
      {"only empty objects", "[{},{}]", "## [2]\n@0 {}\n@1 {}\n"},
      {"named and quoted", R"({"r":[{"display name":"A","a,b":1},{"display name":"B","a,b":2}]})",
       "## r [2]{\"display name\",\"a,b\"}\nA|1\nB|2\n"},
      {"integer-like keys keep their place", R"([{"b":1,"1":2,"0":3},{"b":4,"1":5,"0":6}])",
       "## [2]{b,\"1\",\"0\"}\n1|2|3\n4|5|6\n"},
      {"one row", R"([{"a":1,"b":2}])", "## [1]{a,b}\n1|2\n"},
      {"primitive and object", R"([{"a":1},2])", "## [2]\n@0 {}\n  a=1\n@1 =2\n"},
      {"array of arrays", "[[1,2],[],[[3]]]", "## [3]\n@0 [2]: 1,2\n@1 [0]\n@2 [1]\n  @0 [1]: 3\n"},
      {"table in an item", R"([[{"a":1},{"a":2}]])", "## [1]\n@0 [2]{a}\n  1\n  2\n"},
      {"keyed in an item", R"([1,{"x":{"a":1},"y":{"a":2}}])",
       "## [2]\n@0 =1\n@1 [2:]{key,a}\n  x|1\n  y|2\n"},
      {"rows stand at the header's level", R"({"o":{"r":[{"a":1},{"a":2}],"z":1}})",
       "## o\n  ## r [2]{a}\n  1\n  2\n  z=1\n"},
  };
  expect_written(table);
}

TEST(GcfWrite, Attachments) {
  constexpr Case table[] = {
      {"scalars and nested values in one column",
       R"({"rows":[{"id":1,"meta":"simple"},{"id":2,"meta":{"t":"c","v":[1]},"tags":["a","b"]},)"
       R"({"id":3,"meta":null,"tags":[]}]})",
       "## rows [3]{id,meta,tags}\n1|simple|~\n@1 2|^|^\n.meta {}\n    t=c\n    v[1]: 1\n"
       ".tags [2]: a,b\n@2 3|-|^\n.tags [0]\n"},
      {"empty object", R"([{"a":{}}])", "## [1]{a}\n@0 ^\n.a {}\n"},
      {"table", R"([{"a":[{"x":1},{"x":{}}]}])",
       "## [1]{a}\n@0 ^\n.a [2]{x}\n    1\n    @1 ^\n    .x {}\n"},
      {"keyed map", R"([{"a":{"p":{"x":[1]},"q":{"x":[2]}}}])",
       "## [1]{a}\n@0 ^\n.a [2:]{key,x}\n    @0 p|^\n    .x [1]: 1\n    @1 q|^\n    .x [1]: 2\n"},
      {"expanded", R"([{"a":[1,[2]]}])", "## [1]{a}\n@0 ^\n.a [2]\n    @0 =1\n    @1 [1]: 2\n"},
      {"literal fields come last", R"([{"a>b":"hello","id":1,"x>":{"c":1}},{"id":2}])",
       "## [2]{id}\n@0 1\n.\"a>b\" =hello\n.\"x>\" {}\n    c=1\n2\n"},
      {"literal null", R"([{"id":1,"a>b":null}])", "## [1]{id}\n@0 1\n.\"a>b\" =-\n"},
      {"only literal fields", R"([{"a>b":1},{"a>b":2}])",
       "## [2]\n@0 {}\n  \"a>b\"=1\n@1 {}\n  \"a>b\"=2\n"},
      {"quoted name", R"([{"a b":[1]}])", "## [1]{\"a b\"}\n@0 ^\n.\"a b\" [1]: 1\n"},
  };
  expect_written(table);
}

TEST(GcfWrite, Flattening) {
  constexpr Case table[] = {
      {"null and absent", R"([{"id":1,"m":{"v":1,"t":"a"}},{"id":2,"m":null},{"id":3}])",
       "## [3]{id,\"m>v\",\"m>t\"}\n1|1|a\n2|-|-\n3|~|~\n"},
      {"deep", R"([{"a":{"b":{"c":1,"d":2},"e":3}}])",
       "## [1]{\"a>b>c\",\"a>b>d\",\"a>e\"}\n1|2|3\n"},
      {"null leaves", R"([{"a":{"x":null,"y":1}},{"a":{"x":2,"y":null}}])",
       "## [2]{\"a>x\",\"a>y\"}\n-|1\n2|-\n"},
      {"inner null object leaf", R"([{"id":1,"a":{"b":{"c":null},"d":1}}])",
       "## [1]{id,\"a>b>c\",\"a>d\"}\n1|-|1\n"},
      {"all leaves null", R"([{"a":{"x":null,"y":null}},{"a":{"x":1,"y":2}}])",
       "## [2]{a}\n@0 ^\n.a {}\n    x=-\n    y=-\n@1 ^\n.a {}\n    x=1\n    y=2\n"},
      {"the guard looks at the whole field", R"([{"a":{"b":{"x":1},"a":null}}])",
       "## [1]{\"a>b>x\",\"a>a\"}\n1|-\n"},
      {"other order", R"([{"m":{"a":1,"b":2}},{"m":{"b":3,"a":4}}])",
       "## [2]{m}\n@0 ^\n.m {}\n    a=1\n    b=2\n@1 ^\n.m {}\n    b=3\n    a=4\n"},
      {"other keys", R"([{"m":{"a":1}},{"m":{"b":3}}])",
       "## [2]{m}\n@0 ^\n.m {}\n    a=1\n@1 ^\n.m {}\n    b=3\n"},
      {"an array inside", R"([{"m":{"a":[]}}])", "## [1]{m}\n@0 ^\n.m {}\n    ## a [0]\n"},
      {"an empty object inside", R"([{"m":{"a":{}}}])", "## [1]{m}\n@0 ^\n.m {}\n    ## a\n"},
      {"null where others have an object", R"([{"m":{"a":{"x":1}}},{"m":{"a":null}}])",
       "## [2]{m}\n@0 ^\n.m {}\n    ## a\n      x=1\n@1 ^\n.m {}\n    a=-\n"},
      {"empty key", R"([{"":{"a":1}},{"":{"a":2}}])",
       "## [2]{\"\"}\n@0 ^\n.\"\" {}\n    a=1\n@1 ^\n.\"\" {}\n    a=2\n"},
      {"key with >", R"([{"m":{"a>b":1}},{"m":{"a>b":2}}])",
       "## [2]{m}\n@0 ^\n.m {}\n    \"a>b\"=1\n@1 ^\n.m {}\n    \"a>b\"=2\n"},
      {"scalar in one row", R"([{"m":{"a":1}},{"m":2}])", "## [2]{m}\n@0 ^\n.m {}\n    a=1\n2\n"},
      {"prototype names", R"([{"constructor":{"c":1}},{"constructor":{"c":2}}])",
       "## [2]{\"constructor>c\"}\n1\n2\n"},
      {"a map of objects that flattens", R"([{"m":{"p":{"x":1},"q":{"x":2}}}])",
       "## [1]{\"m>p>x\",\"m>q>x\"}\n1|2\n"},
      {"in the middle", R"([{"a":1,"m":{"x":2},"b":3},{"a":4,"m":{"x":5},"b":6}])",
       "## [2]{a,\"m>x\",b}\n1|2|3\n4|5|6\n"},
  };
  expect_written(table);
}

TEST(GcfWrite, KeyedMaps) {
  constexpr Case table[] = {
      {"named",
       R"({"s":{"web-01":{"cpu":23,"loc":{"city":"SEA"},"tags":["a","b"]},)"
       R"("db-01":{"cpu":41,"loc":{"city":"NYC"}}},"n":1})",
       "## s [2:]{key,cpu,\"loc>city\",tags}\n@0 web-01|23|SEA|^\n.tags [2]: a,b\ndb-01|41|NYC|~\n"
       "n=1\n"},
      {"label", R"({"x":{"key":1},"y":{"key":2,"_key":3}})",
       "## [2:]{__key,key,_key}\nx|1|~\ny|2|3\n"},
      {"keys that need quotes", R"({"1":{"a":1},"":{"a":2},"a|b":{"a":3},"@x":{"a":4}})",
       "## [4:]{key,a}\n\"1\"|1\n\"\"|2\n\"a|b\"|3\n\"@x\"|4\n"},
      {"empty member", R"({"x":{},"y":{"a":null}})", "## [2:]{key,a}\nx|~\ny|-\n"},
      {"no constants", R"({"x":{"a":1,"b":2},"y":{"a":1,"b":3}})",
       "## [2:]{key,a,b}\nx|1|2\ny|1|3\n"},
      {"only literal fields", R"({"x":{"a>b":1},"y":{"a>b":2}})",
       "## x\n  \"a>b\"=1\n## y\n  \"a>b\"=2\n"},
      {"literal field", R"({"x":{"a":1,"b>c":2},"y":{"a":3}})",
       "## [2:]{key,a}\n@0 x|1\n.\"b>c\" =2\ny|3\n"},
      {"empty name", R"({"":{"x":{"a":1},"y":{"a":2}},"z":1})",
       "## \"\" [2:]{key,a}\nx|1\ny|2\nz=1\n"},
      {"shared arrays", R"({"x":{"t":[{"a":1}]},"y":{"t":[{"a":2}]}})",
       "## [2:]{key,t}\n@0 x|^\n.t [1]{a}\n    1\n@1 y|^\n.t [1]\n    2\n"},
  };
  expect_written(table);
}

TEST(GcfWrite, SharedArrays) {
  constexpr Case table[] = {
      {"basic",
       R"({"o":[{"id":1,"t":[{"s":"A","q":2},{"s":"B","q":1}]},{"id":2,"t":[{"s":"C","q":5}]}]})",
       "## o [2]{id,t}\n@0 1|^\n.t [2]{s,q}\n    A|2\n    B|1\n@1 2|^\n.t [1]\n    C|5\n"},
      {"null and absent rows", R"([{"t":[{"a":1}]},{"t":null},{},{"t":[{"a":2}]}])",
       "## [4]{t}\n@0 ^\n.t [1]{a}\n    1\n-\n~\n@3 ^\n.t [1]\n    2\n"},
      {"absent cells", R"([{"t":[{"a":1,"b":2},{"b":3}]},{"t":[{"a":4},{"a":5,"b":6}]}])",
       "## [2]{t}\n@0 ^\n.t [2]{a,b}\n    1|2\n    ~|3\n@1 ^\n.t [2]\n    4|~\n    5|6\n"},
      {"an empty array switches it off", R"([{"t":[{"a":1}]},{"t":[]},{"t":[{"a":2}]}])",
       "## [3]{t}\n@0 ^\n.t [1]{a}\n    1\n@1 ^\n.t [0]\n@2 ^\n.t [1]{a}\n    2\n"},
      {"row 0 must have it", R"([{"id":1},{"id":2,"t":[{"a":1}]},{"id":3,"t":[{"a":2}]}])",
       "## [3]{id,t}\n1|~\n@1 2|^\n.t [1]{a}\n    1\n@2 3|^\n.t [1]{a}\n    2\n"},
      {"other fields", R"([{"t":[{"a":1}]},{"t":[{"b":2}]}])",
       "## [2]{t}\n@0 ^\n.t [1]{a}\n    1\n@1 ^\n.t [1]{b}\n    2\n"},
      {"nested value", R"([{"t":[{"a":1}]},{"t":[{"a":[]}]}])",
       "## [2]{t}\n@0 ^\n.t [1]{a}\n    1\n@1 ^\n.t [1]{a}\n    @0 ^\n    .a [0]\n"},
      {"literal field in the schema",
       R"([{"id":1,"t":[{"a>b":1,"c":2}]},{"id":4,"t":[{"a>b":1,"c":3}]}])",
       "## [2]{id,t}\n@0 1|^\n.t [1]{c}\n    @0 2\n    .\"a>b\" =1\n@1 4|^\n.t [1]{c}\n    @0 3\n"
       "    .\"a>b\" =1\n"},
      {"literal fields only", R"([{"id":1,"t":[{"x>y":1}]},{"id":4,"t":[{"x>y":2}]}])",
       "## [2]{id,t}\n@0 1|^\n.t [1]\n    @0 {}\n      \"x>y\"=1\n@1 4|^\n.t [1]\n    @0 {}\n"
       "      \"x>y\"=2\n"},
  };
  expect_written(table);
}

TEST(GcfWrite, ConstantColumns) {
  constexpr Case table[] = {
      {"basic", R"([{"id":1,"r":"us","l":3},{"id":2,"r":"us","l":4}])",
       "## [2]{id,r=us,l}\n1|3\n2|4\n"},
      {"null", R"([{"id":1,"n":null},{"id":2,"n":null}])", "## [2]{id,n=-}\n1\n2\n"},
      {"1 and 1.0", R"([{"id":1,"n":1},{"id":2,"n":1.0}])", "## [2]{id,n=1}\n1\n2\n"},
      {"true and its spelling", R"([{"id":1,"n":true},{"id":2,"n":"true"}])",
       "## [2]{id,n}\n1|true\n2|\"true\"\n"},
      {"all constant", R"([{"a":1,"b":2},{"a":1,"b":2}])", "## [2]{a=1,b}\n2\n2\n"},
      {"all constant, one column", R"([{"a":1},{"a":1}])", "## [2]{a}\n1\n1\n"},
      {"last is a constant", R"([{"a":1,"b":2},{"a":3,"b":2}])", "## [2]{a,b=2}\n1\n3\n"},
      {"one record", R"([{"a":1,"b":2}])", "## [1]{a,b}\n1|2\n"},
      {"absent once", R"([{"a":1,"b":2},{"a":2,"b":2},{"a":3}])", "## [3]{a,b}\n1|2\n2|2\n3|~\n"},
      {"a brace needs quotes", R"([{"a":1,"b":"x}y"},{"a":2,"b":"x}y"}])",
       "## [2]{a,b=\"x}y\"}\n1\n2\n"},
      {"a comma needs quotes", R"([{"a":1,"b":"x,y"},{"a":2,"b":"x,y"}])",
       "## [2]{a,b=\"x,y\"}\n1\n2\n"},
      {"unfinished marker stays bare", R"([{"a":1,"b":"^{x"},{"a":2,"b":"^{x"}])",
       "## [2]{a,b=^{x}\n1\n2\n"},
      {"quoted name", R"([{"a":1,"b=c":5},{"a":2,"b=c":5}])", "## [2]{a,\"b=c\"=5}\n1\n2\n"},
      {"never a path column", R"([{"a":1,"m":{"x":7}},{"a":2,"m":{"x":7}}])",
       "## [2]{a,\"m>x\"}\n1|7\n2|7\n"},
      {"constants beside a path only", R"([{"a":1,"m":{"x":7}},{"a":1,"m":{"x":7}}])",
       "## [2]{a=1,\"m>x\"}\n7\n7\n"},
      {"never a literal field", R"([{"a":1,"b>c":7},{"a":2,"b>c":7}])",
       "## [2]{a}\n@0 1\n.\"b>c\" =7\n@1 2\n.\"b>c\" =7\n"},
      {"never a nested value", R"([{"a":1,"b":[]},{"a":1,"b":[]}])",
       "## [2]{a=1,b}\n@0 ^\n.b [0]\n@1 ^\n.b [0]\n"},
      {"named, deep", R"({"o":{"p":{"r":[{"a":1,"k":"x"},{"a":2,"k":"x"}]}}})",
       "## o\n  ## p\n    ## r [2]{a,k=x}\n    1\n    2\n"},
      {"not in items and attachments, but below them",
       R"([{"t":[{"a":1,"k":"x"},{"a":2,"k":"x"}],"o":{"r":[{"a":1,"k":"x"},{"a":2,"k":"x"}]}}])",
       "## [1]{t,o}\n@0 ^|^\n.t [2]{a,k}\n    1|x\n    2|x\n.o {}\n    ## r [2]{a,k=x}\n    1\n    "
       "2\n"},
      {"not in item tables", R"([[{"a":1,"k":"x"},{"a":2,"k":"x"}]])",
       "## [1]\n@0 [2]{a,k}\n  1|x\n  2|x\n"},
  };
  expect_written(table);
}

TEST(GcfWrite, Spec35HasNoConstantColumns) {
  gcf::EncodeOptions options;
  options.spec = gcf::Spec::v3_5;
  constexpr Case table[] = {
      {"root", R"([{"id":1,"r":"us"},{"id":2,"r":"us"}])", "## [2]{id,r}\n1|us\n2|us\n"},
      {"named", R"({"o":{"r":[{"a":1,"k":null},{"a":2,"k":null}]}})",
       "## o\n  ## r [2]{a,k}\n  1|-\n  2|-\n"},
      {"a brace needs no quotes in a cell", R"([{"b":"x}y"},{"b":"x}y"}])",
       "## [2]{b}\nx}y\nx}y\n"},
  };
  expect_written(table, options);
}

TEST(GcfWrite, WithoutFlattening) {
  gcf::EncodeOptions options;
  options.flatten = false;
  constexpr Case table[] = {
      {"inline schema",
       R"({"orders":[{"id":"O1","c":{"id":1,"n":"A","e":"a@t"},"t":1.5},)"
       R"({"id":"O2","c":{"id":2,"n":"B","e":"b@t"},"t":2}]})",
       "## orders [2]{id,c,t}\n@0 O1|^{id,n,e}|1.5\n1|A|a@t\n@1 O2|^|2\n2|B|b@t\n"},
      {"null and absent", R"([{"c":{"a":1,"b":2,"c":3}},{"c":null},{},{"c":{"a":4,"b":5,"c":6}}])",
       "## [4]{c}\n@0 ^{a,b,c}\n1|2|3\n-\n~\n@3 ^\n4|5|6\n"},
      {"two keys are too few", R"([{"c":{"a":1,"b":2}}])",
       "## [1]{c}\n@0 ^\n.c {}\n    a=1\n    b=2\n"},
      {"row 0 must have it", R"([{"id":1},{"id":2,"c":{"a":1,"b":2,"c":3}}])",
       "## [2]{id,c}\n1|~\n@1 2|^\n.c {}\n    a=1\n    b=2\n    c=3\n"},
      {"other order", R"([{"c":{"a":1,"b":2,"c":3}},{"c":{"b":1,"a":2,"c":3}}])",
       "## [2]{c}\n@0 ^\n.c {}\n    a=1\n    b=2\n    c=3\n@1 ^\n.c {}\n    b=1\n    a=2\n    "
       "c=3\n"},
      {"nested value", R"([{"c":{"a":1,"b":2,"c":[]}}])",
       "## [1]{c}\n@0 ^\n.c {}\n    a=1\n    b=2\n    ## c [0]\n"},
      {"two fields and an attachment",
       R"([{"c":{"a":1,"b":2,"c":3},"t":[1],"d":{"x":"#","y":".f","z":"@0"}}])",
       "## [1]{c,t,d}\n@0 ^{a,b,c}|^|^{x,y,z}\n1|2|3\n.t [1]: 1\n\"#\"|\".f\"|\"@0\"\n"},
      {"quoted keys", R"([{"c":{"a b":1,"":2,"x,y":3}}])",
       "## [1]{c}\n@0 ^{\"a b\",\"\",\"x,y\"}\n1|2|3\n"},
      {"keyed attachment", R"([{"m":{"p":{"x":1},"q":{"x":2}}}])",
       "## [1]{m}\n@0 ^\n.m [2:]{key,x}\n    p|1\n    q|2\n"},
      {"in a keyed map", R"({"p":{"c":{"a":1,"b":2,"c":3}},"q":{"c":{"a":4,"b":5,"c":6}}})",
       "## [2:]{key,c}\n@0 p|^{a,b,c}\n1|2|3\n@1 q|^\n4|5|6\n"},
      {"constants still", R"([{"k":1,"c":{"a":1,"b":2}},{"k":1,"c":{"a":1,"b":2}}])",
       "## [2]{k=1,c}\n@0 ^\n.c {}\n    a=1\n    b=2\n@1 ^\n.c {}\n    a=1\n    b=2\n"},
  };
  expect_written(table, options);
}

TEST(GcfWrite, InlineSchemaAfterTheNullGuard) {
  // The only way to an inline schema while flattening is on.
  constexpr Case table[] = {
      {"guard", R"([{"c":{"a":null,"b":null,"c":null}},{"c":{"a":1,"b":2,"c":3}}])",
       "## [2]{c}\n@0 ^{a,b,c}\n-|-|-\n@1 ^\n1|2|3\n"},
  };
  expect_written(table);
}

// Compact.

TEST(GcfWrite, CompactIsNeverLongerAndReadsBack) {
  gcf::EncodeOptions compact;
  compact.layout = gcf::Layout::compact;
  for (const std::string_view json : {
           R"({})",
           R"([])",
           R"(1)",
           R"({"a":{"x":1},"b":{"y":2}})",
           R"({"title":"one, two, three","path":"a|b"})",
           R"([{"id":1,"m":{"x":1}},{"id":2},{"id":3},{"id":4},{"id":5},{"id":6}])",
           R"([{"m":{"a":1,"b":2}},{"m":{"a":3}},{"m":{"b":4}}])",
           R"([{"t":[{"a":1}]},{"t":[]},{"t":[{"a":2}]},{"t":[{"a":3}]}])",
           R"([{"a":"+15550101","b":"007"},{"a":"#x","b":"@y"}])",
       }) {
    const Document doc = from_json(json);
    auto canonical = gcf::encode(doc.root());
    auto text = gcf::encode(doc.root(), compact);
    ASSERT_TRUE(canonical.ok() && text.ok()) << json;
    EXPECT_LE(text->size(), canonical->size()) << json;
    auto back = gcf::decode(exact(*text));
    ASSERT_TRUE(back.ok()) << *text << back.error().message();
    EXPECT_TRUE(same_value(back->root(), doc.root())) << *text;
    auto again = gcf::encode(doc.root(), compact);
    EXPECT_EQ(*again, *text) << "not deterministic";
  }
}

TEST(GcfWrite, CompactSavesWhereItIsSure) {
  gcf::EncodeOptions compact;
  compact.layout = gcf::Layout::compact;
  const auto size = [&](std::string_view json, const gcf::EncodeOptions& options) {
    auto text = gcf::encode(from_json(json).root(), options);
    EXPECT_TRUE(text.ok());
    return text ? text->size() : 0;
  };
  for (const std::string_view json : {
           // commas in members need no quotes, nor do pipes
           R"({"title":"one, two, three"})",
           R"({"path":"a|b"})",
           // attachments win when most rows lack the field
           R"([{"i":1,"m":{"x":1,"y":2,"z":3}},{"i":2},{"i":3},{"i":4},{"i":5},{"i":6},{"i":7},)"
           R"({"i":8},{"i":9},{"i":10},{"i":11},{"i":12},{"i":13},{"i":14},{"i":15},{"i":16}])",
           // sections beat a keyed table of members that share nothing
           R"({"aaaa":{"b":1},"cccc":{"d":2},"eeee":{"f":3},"gggg":{"h":4},"iiii":{"j":5}})",
           // sharing goes on behind an empty array
           R"([{"t":[{"alpha":1,"beta":2}]},{"t":[]},{"t":[{"alpha":3,"beta":4}]}])",
       }) {
    EXPECT_LT(size(json, compact), size(json, {})) << json;
  }
}

// Grouping.

TEST(GcfWrite, Grouped) {
  const Document doc =
      from_json(R"([{"id":"u1","name":"Alice","dept":"Sales","level":3,"k":"c"},)"
                R"({"id":"u2","name":"Bob","dept":"Engineering","level":1,"k":"c"},)"
                R"({"id":"u4","name":"Dave","dept":"Sales","k":"c"},)"
                R"({"id":"u5","name":null,"dept":null,"level":"x [1]","k":"c"}])");
  auto text = gcf::encode_grouped(doc.root(), "id", "dept");
  ASSERT_TRUE(text.ok()) << text.error().message();
  EXPECT_EQ(*text, std::string(header) +
                       "## [4]{@id,name,dept,level,k=c} group=dept\n"
                       "dept=Sales [2]\n"
                       "u1|Alice|3\n"
                       "u4|Dave|~\n"
                       "dept=Engineering [1]\n"
                       "u2|Bob|1\n"
                       "dept=- [1]\n"
                       "u5|-|x [1]\n");
  auto back = gcf::decode(exact(*text));
  ASSERT_TRUE(back.ok()) << describe("text", *text, back.error());
  EXPECT_EQ(plain_json(back->root()),
            R"([{"id":"u1","name":"Alice","dept":"Sales","level":3,"k":"c"},)"
            R"({"id":"u4","name":"Dave","dept":"Sales","k":"c"},)"
            R"({"id":"u2","name":"Bob","dept":"Engineering","level":1,"k":"c"},)"
            R"({"id":"u5","name":null,"dept":null,"level":"x [1]","k":"c"}])");
}

TEST(GcfWrite, GroupedQuoting) {
  const Document doc = from_json(
      R"([{"i d":1,"g h":"a [2]"},{"i d":2,"g h":"b|c"},{"i d":3,"g h":"1"},{"i d":4,"g h":1},)"
      R"({"i d":"g h=x [1]","g h":"a [2]"}])");
  auto text = gcf::encode_grouped(doc.root(), "i d", "g h");
  ASSERT_TRUE(text.ok()) << text.error().message();
  auto back = gcf::decode(exact(*text));
  ASSERT_TRUE(back.ok()) << describe("text", *text, back.error());
  EXPECT_EQ(plain_json(back->root()),
            R"([{"i d":1,"g h":"a [2]"},{"i d":"g h=x [1]","g h":"a [2]"},{"i d":2,"g h":"b|c"},)"
            R"({"i d":3,"g h":"1"},{"i d":4,"g h":1}])");
}

TEST(GcfWrite, GroupedRefusals) {
  struct Refused {
    const char* name;
    std::string_view json, key, group;
  };
  constexpr Refused table[] = {
      {"no array", R"({"id":1,"g":2})", "id", "g"},
      {"empty array", "[]", "id", "g"},
      {"not objects", "[1,2]", "id", "g"},
      {"mixed", R"([{"id":1,"g":2},3])", "id", "g"},
      {"key is the group", R"([{"id":1,"g":2}])", "id", "id"},
      {"no such key", R"([{"id":1,"g":2}])", "x", "g"},
      {"no such group", R"([{"id":1,"g":2}])", "id", "x"},
      {"nested value", R"([{"id":1,"g":2,"a":[]}])", "id", "g"},
      {"nested group", R"([{"id":1,"g":{}}])", "id", "g"},
      {"key absent", R"([{"id":1,"g":2},{"g":2}])", "id", "g"},
      {"key null", R"([{"id":1,"g":2},{"id":null,"g":2}])", "id", "g"},
      {"key twice", R"([{"id":1,"g":2},{"id":1,"g":3}])", "id", "g"},
      {"key twice by value", R"([{"id":1,"g":2},{"id":1.0,"g":3}])", "id", "g"},
      {"a record without the group", R"([{"id":1,"g":"a"},{"id":2}])", "id", "g"},
  };
  for (const Refused& each : table) {
    const Document doc = from_json(each.json);
    auto text = gcf::encode_grouped(doc.root(), each.key, each.group);
    ASSERT_FALSE(text.ok()) << each.name << ": " << *text;
    EXPECT_EQ(slug(text.error().code), "not_representable") << each.name;
    EXPECT_FALSE(text.error().detail.empty()) << each.name;
  }
  const Document big = from_json(R"([{"id":1e400,"g":2}])");
  auto text = gcf::encode_grouped(big.root(), "id", "g");
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(slug(text.error().code), "out_of_range");
}

TEST(GcfWrite, GroupedFieldsWithAGreaterSign) {
  // A path-like name would be read back as a nested object: refuse it, or keep it whole.
  const Document doc = from_json(R"([{"id":1,"g":2,"a>b":3},{"id":2,"g":2,"a>b":4}])");
  auto text = gcf::encode_grouped(doc.root(), "id", "g");
  if (text) {
    auto back = gcf::decode(exact(*text));
    ASSERT_TRUE(back.ok()) << *text;
    EXPECT_TRUE(same_value(back->root(), doc.root())) << *text;
  } else {
    EXPECT_EQ(slug(text.error().code), "not_representable");
  }
}

// Limits.

TEST(GcfWrite, SizeIsLimited) {
  const Document doc = from_json(R"([{"a":1,"b":"text"},{"a":2,"b":"more text"}])");
  const std::size_t size = gcf::encode(doc.root())->size();
  gcf::EncodeOptions options;
  options.max_bytes = size;
  EXPECT_TRUE(gcf::encode(doc.root(), options).ok());
  for (std::uint64_t limit = 0; limit < size; ++limit) {
    options.max_bytes = limit;
    auto text = gcf::encode(doc.root(), options);
    ASSERT_FALSE(text.ok()) << limit;
    EXPECT_EQ(slug(text.error().code), "size_exceeded");
  }
}

TEST(GcfWrite, DeepValuesAreWrittenAndReadBack) {
  for (const unsigned levels : {100U, 511U, 1024U}) {
    for (const unsigned style : {0U, 1U, 2U}) {
      Builder b(1024);
      for (unsigned i = 0; i < levels; ++i) {
        if (style == 0 || (style == 2 && i % 2 == 0)) {
          b.begin_object().key("k");
        } else {
          b.begin_array();
        }
      }
      b.integer(1);
      for (unsigned i = levels; i-- > 0;) {
        if (style == 0 || (style == 2 && i % 2 == 0)) {
          b.end_object();
        } else {
          b.end_array();
        }
      }
      auto doc = b.finish();
      ASSERT_TRUE(doc.ok());
      for (const auto layout : {gcf::Layout::canonical, gcf::Layout::compact}) {
        gcf::EncodeOptions options;
        options.layout = layout;
        auto text = gcf::encode(doc->root(), options);
        ASSERT_TRUE(text.ok()) << text.error().message();
        DecodeOptions deep;
        deep.max_depth = 1024;
        auto back = gcf::decode(exact(*text), deep);
        ASSERT_TRUE(back.ok()) << levels << ' ' << style << ' ' << back.error().message();
        EXPECT_TRUE(same_value(back->root(), doc->root()));
      }
    }
  }
}

TEST(GcfWrite, WideTablesAreWrittenInLinearTime) {
  // 3,000 columns, each in one row only: quadratic in the number of columns would do,
  // cubic would not.
  Builder b;
  b.begin_array();
  for (int i = 0; i < 1000; ++i) {
    b.begin_object().key("k" + std::to_string(i)).integer(i);
    b.key("o" + std::to_string(i)).begin_object().key("x").integer(1).end_object().end_object();
  }
  auto doc = b.end_array().finish();
  ASSERT_TRUE(doc.ok());
  const auto start = std::chrono::steady_clock::now();
  auto text = gcf::encode(doc->root());
  ASSERT_TRUE(text.ok());
  auto back = gcf::decode(exact(*text));
  ASSERT_TRUE(back.ok()) << back.error().message();
  EXPECT_TRUE(same_value(back->root(), doc->root()));
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 20);
}

TEST(GcfWrite, RecordsWiderThanATableAreStillWritten) {
  // A table has at most 65,536 columns; a JSON object may have more members.
  const auto wide = [](Builder& b, int members, bool nested) {
    b.begin_object();
    for (int i = 0; i < members; ++i) {
      b.key("k" + std::to_string(i));
      if (nested && i == 0) {
        b.begin_object().key("x").integer(i).end_object();
      } else {
        b.integer(i % 10);
      }
    }
    b.end_object();
  };
  for (const int members : {65535, 65537}) {
    for (int form = 0; form < 5; ++form) {
      Builder b;
      switch (form) {
        case 0:  // rows
          b.begin_array();
          wide(b, members, true);
          b.end_array();
          break;
        case 1:  // a keyed map
          b.begin_object().key("p");
          wide(b, members, false);
          b.key("q").begin_object().end_object().end_object();
          break;
        case 2:  // a field that flattens, or has an inline schema
          b.begin_array().begin_object().key("f");
          wide(b, members, false);
          b.end_object().end_array();
          break;
        case 3:  // a field with a shared schema
          b.begin_array();
          for (int row = 0; row < 2; ++row) {
            b.begin_object().key("t").begin_array();
            wide(b, members, false);
            b.end_array().end_object();
          }
          b.end_array();
          break;
        default: wide(b, members, true);
      }
      auto doc = b.finish();
      ASSERT_TRUE(doc.ok());
      for (int variant = 0; variant < 3; ++variant) {
        gcf::EncodeOptions options;
        options.flatten = variant != 1;
        if (variant == 2) options.layout = gcf::Layout::compact;
        auto text = gcf::encode(doc->root(), options);
        ASSERT_TRUE(text.ok()) << members << ' ' << form << ' ' << text.error().message();
        auto back = gcf::decode(exact(*text));
        ASSERT_TRUE(back.ok()) << members << ' ' << form << ' ' << variant << ' '
                               << back.error().message();
        EXPECT_TRUE(same_value(back->root(), doc->root())) << members << ' ' << form;
      }
    }
  }
}

TEST(GcfWrite, AgreesWithTheObviousWriterOnValuesOfOneDocument) {
  // Parts of a document are values too.
  const Document doc =
      from_json(R"({"a":[{"x":{"y":1}},{"x":{"y":2}}],"b":{"p":{"q":[1]},"r":{"q":[2]}},"c":"t"})");
  for (const Value part : doc.root().values()) {
    auto text = gcf::encode(part);
    ASSERT_TRUE(text.ok());
    EXPECT_EQ(*text, support::plain_gcf(part));
  }
}

}  // namespace
}  // namespace laconic

// jton_test.cpp - JTON: grids and when they are written, extensions of JSON, recoveries, limits.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/codec.hpp>
#include <laconic/json.hpp>
#include <laconic/jton.hpp>

#include "exact_text.hpp"
#include "plain_json.hpp"

namespace laconic {
namespace {

using jton::Delimiter;
using support::exact;
using support::plain_json;

Document parse(std::string_view json) {
  auto document = json::decode(json);
  EXPECT_TRUE(document.ok()) << json;
  return document ? std::move(*document) : Document();
}

std::string written(std::string_view json, const jton::EncodeOptions& options = {}) {
  const auto text = jton::encode(parse(json).root(), options);
  return text ? *text : text.error().message();
}

/// JSON of what a text says, or "!" and the slug of the error.
std::string read(std::string_view text, bool lenient = false) {
  DecodeOptions options;
  options.lenient = lenient;
  const auto document = jton::decode(exact(text), options);
  if (!document) {
    EXPECT_LE(document.error().offset, text.size());
    return "!" + std::string(slug(document.error().code));
  }
  for (const Note& note : document->notes()) {
    EXPECT_EQ(note.type == Note::Type::repair, lenient && note.code != Errc::not_lossless);
  }
  return plain_json(document->root());
}

std::uint64_t fault_at(std::string_view text) {
  const auto document = jton::decode(exact(text));
  EXPECT_FALSE(document.ok()) << text;
  return document ? 0 : document.error().offset;
}

// ---- writing

TEST(JtonWrite, TheExample) {
  EXPECT_EQ(
      written(
          R"({"employees":[{"id":1,"name":"Ada","tags":["x"]},{"id":2,"name":"Bob","tags":[]}]})"),
      R"({"employees":[2: id, name, tags; 1, "Ada", ["x"]; 2, "Bob", [] ]})");
}

TEST(JtonWrite, OnlyWhereAllKeysAreTheSame) {
  for (const std::string_view json :
       {R"([])", R"([{"a":1}])", R"([{},{}])", R"([{"a":1},{}])", R"([{"a":1},{"b":1}])",
        R"([{"a":1},2])", R"([{"a":1,"b":2},{"b":2,"a":1}])", R"([{"a":1},null])",
        R"([{"a":1},[1]])", R"({"a":{"b":1}})", "1"}) {
    EXPECT_EQ(written(json), json);
  }
  EXPECT_EQ(written(R"([{"a":1},{"a":2}])"), "[2: a; 1; 2 ]");
  EXPECT_EQ(written(R"([{"a":[{"b":1},{"b":2}]},{"a":{"c":[{"b":3},{"b":4}]}}])"),
            R"([2: a; [2: b; 1; 2 ]; {"c":[2: b; 3; 4 ]} ])");
}

TEST(JtonWrite, HeadersThatNeedQuotes) {
  EXPECT_EQ(
      written(R"([{"a b":1,"$x":2,"1":3,"":4,"\u00e9":5},{"a b":1,"$x":2,"1":3,"":4,"\u00e9":5}])"),
      "[2: \"a b\", $x, \"1\", \"\", \"\xc3\xa9\"; 1, 2, 3, 4, 5; 1, 2, 3, 4, 5 ]");
}

TEST(JtonWrite, Options) {
  constexpr std::string_view json = R"([{"a":"x","b":null},{"a":"true","b":"y z"}])";
  jton::EncodeOptions options;
  options.delimiter = Delimiter::tab;
  EXPECT_EQ(written(json, options), "[2: a\tb; \"x\"\tnull; \"true\"\t\"y z\" ]");
  options.delimiter = Delimiter::pipe;
  EXPECT_EQ(written(json, options), R"([2: a | b; "x" | null; "true" | "y z" ])");
  options = {};
  options.row_count = false;
  EXPECT_EQ(written(json, options), R"([: a, b; "x", null; "true", "y z" ])");
  options = {};
  options.bare_strings = true;
  EXPECT_EQ(written(json, options), R"([2: a, b; x, null; "true", "y z" ])");
  options = {};
  options.implicit_null = true;
  EXPECT_EQ(written(json, options), R"([2: a, b; "x", ; "true", "y z" ])");
  EXPECT_EQ(written(R"([{"a":null},{"a":null}])", options), "[2: a; ;  ]");
  EXPECT_EQ(written(R"({"a":null})", options), R"({"a":null})");
  options = {};
  options.unquoted_keys = true;
  EXPECT_EQ(written(R"({"a":1,"b c":2,"$":{"_":3}})", options), R"({a:1,"b c":2,$:{_:3}})");
}

TEST(JtonWrite, BareStringsInCellsOnly) {
  jton::EncodeOptions options;
  options.bare_strings = true;
  const auto cell = [&](const std::string& text) {
    const std::string row = "{\"a\":\"" + text + "\"}";
    std::string out = written("[" + row + "," + row + "]", options);
    return out.substr(7, out.find(';', 7) - 7);
  };
  EXPECT_EQ(cell("abc_$9"), "abc_$9");
  for (const std::string_view word : {"true", "false", "null", "NaN", "Infinity"})
    EXPECT_EQ(cell(std::string(word)), "\"" + std::string(word) + "\"");
  for (const std::string_view word : {"True", "nil", "Nan", "truex", "n", "I", "tf"})
    EXPECT_EQ(cell(std::string(word)), word);
  EXPECT_EQ(cell("9a"), "\"9a\"");
  EXPECT_EQ(cell(""), "\"\"");
  EXPECT_EQ(cell("-"), "\"-\"");
  EXPECT_EQ(cell(std::string(64, 'a')), std::string(64, 'a'));
  EXPECT_EQ(cell(std::string(65, 'a')), "\"" + std::string(65, 'a') + "\"");
  EXPECT_EQ(written(R"(["abc",{"a":"b"}])", options), R"(["abc",{"a":"b"}])");
  // Nor in what stands inside a cell.
  EXPECT_EQ(written(R"([{"a":["b"]},{"a":{"c":"d"}}])", options), R"([2: a; ["b"]; {"c":"d"} ])");
}

TEST(JtonWrite, Depth) {
  std::string json = std::string(256, '[') + std::string(256, ']');
  EXPECT_EQ(written(json), json);
  EXPECT_EQ(read(json), json);
  json = "[" + json + "]";
  EXPECT_EQ(jton::encode(parse(json).root()).error().code, Errc::depth_exceeded);
  EXPECT_EQ(read(json), "!depth_exceeded");
}

// ---- reading

TEST(JtonRead, JsonAndItsExtensions) {
  EXPECT_EQ(read(R"({"a":[1,-2.5,true,false,null,"x\u00e9"],"b":{}})"),
            "{\"a\":[1,-2.5,true,false,null,\"x\xc3\xa9\"],\"b\":{}}");
  EXPECT_EQ(read("// head\n[1, /* two */ 2, // three\n 3]\n// end"), "[1,2,3]");
  EXPECT_EQ(read("/* a /* b */ 1"), "1");
  EXPECT_EQ(read("/* a */ */ 1")[0], '!');
  EXPECT_EQ(read("[1,]"), "[1]");
  EXPECT_EQ(read("{\"a\":1,}"), R"({"a":1})");
  EXPECT_EQ(read("{a:1,$b:2,_c9:3,true:4}"), R"({"a":1,"$b":2,"_c9":3,"true":4})");
  EXPECT_EQ(read("\xEF\xBB\xBF[1]"), "[1]");
  EXPECT_EQ(read("\xEF\xBB\xBF\xEF\xBB\xBF[1]")[0], '!');
  EXPECT_EQ(read("[9007199254740993,18446744073709551615,1e400,-0]"),
            "[9007199254740993,18446744073709551615,1e400,-0]");
  for (const std::string_view bad :
       {"",    "[",     "[1",    "[,]",  "[1,,]",     "[1 2]",       "{",
        "{a}", "{a 1}", "{a:}",  "{,}",  "{a:1,,}",   "{1a:1}",      "{a-b:1}",
        "01",  "1.",    ".5",    "+1",   "-",         "1e",          "0x1",
        "abc", "[abc]", "{a:b}", "/",    "/*",        "/* *",        "[1]/",
        "nul", "trues", "'a'",   "\"a",  "\"\\x\"",   "\"\\ud800\"", "\"\n\"",
        "1 1", "[1]]",  "[1;2]", "-NaN", "+Infinity", "infinity"}) {
    EXPECT_EQ(read(bad)[0], '!') << bad;
  }
  EXPECT_EQ(read("\"\xff\""), "!invalid_utf8");
  EXPECT_EQ(read("1 1"), "!trailing_characters");
  EXPECT_EQ(read("/* x"), "!unexpected_end");
}

TEST(JtonRead, NumbersThatAreNoneAreALoss) {
  const auto document = jton::decode("[NaN,Infinity,-Infinity,1]");
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(plain_json(document->root()), "[null,null,null,1]");
  ASSERT_EQ(document->notes().size(), 3U);
  for (const Note& note : document->notes()) {
    EXPECT_EQ(note.type, Note::Type::loss);
    EXPECT_EQ(note.code, Errc::not_lossless);
  }
  EXPECT_EQ(document->notes()[1].offset, 5U);
  const auto grid = jton::decode("[2: a, b; NaN, -Infinity; Infinity, 1 ]");
  ASSERT_TRUE(grid.ok());
  EXPECT_EQ(grid->notes().size(), 3U);
  EXPECT_EQ(plain_json(grid->root()), R"([{"a":null,"b":null},{"a":null,"b":1}])");
}

TEST(JtonRead, Grids) {
  EXPECT_EQ(read("[2: id, name; 1, \"Ada\"; 2, \"Bob\" ]"),
            R"([{"id":1,"name":"Ada"},{"id":2,"name":"Bob"}])");
  EXPECT_EQ(read("[:id,name;1,Ada;2,Bob]"), R"([{"id":1,"name":"Ada"},{"id":2,"name":"Bob"}])");
  EXPECT_EQ(read("[ 1 : id ; 1 ]"), R"([{"id":1}])");
  EXPECT_EQ(read("[/*c*/2/*c*/: a/*c*/,/*c*/b;/*c*/1/*c*/,2;// x\n3,4]"),
            R"([{"a":1,"b":2},{"a":3,"b":4}])");
  EXPECT_EQ(read("[2: \"a b\", \"\"; 1, 2; 3, 4]"), R"([{"a b":1,"":2},{"a b":3,"":4}])");
  EXPECT_EQ(read("[:]"), "[]");
  EXPECT_EQ(read("[0:]"), "[]");
  EXPECT_EQ(read("[: a, b]"), "[]");
  EXPECT_EQ(read("[0: a ]"), "[]");
  EXPECT_EQ(read("[2: a; {\"b\":[1,2]}; [2: c, d; 1, 2; x, y ] ]"),
            R"([{"a":{"b":[1,2]}},{"a":[{"c":1,"d":2},{"c":"x","d":"y"}]}])");
  EXPECT_EQ(read("[12]"), "[12]");
  EXPECT_EQ(read("[12 ,1.5,2e3]"), "[12,1.5,2e3]");
}

TEST(JtonRead, TheHeaderDecidesOnTheDelimiter) {
  EXPECT_EQ(read("[2: a | b; 1 | 2; x | \"y\" ]"), R"([{"a":1,"b":2},{"a":"x","b":"y"}])");
  EXPECT_EQ(read("[2: a\tb; 1\t2; x\t\"y\" ]"), R"([{"a":1,"b":2},{"a":"x","b":"y"}])");
  EXPECT_EQ(read("[2: a\tb;\n1\t2;\nx\t[1,\t2]\n]"), R"([{"a":1,"b":2},{"a":"x","b":[1,2]}])");
  EXPECT_EQ(read("[2:\ta,\tb;\t1,\t2;\tx,\ty\t]"), R"([{"a":1,"b":2},{"a":"x","b":"y"}])");
  EXPECT_EQ(read("[2: a\t; 1; 2\t]"), R"([{"a":1},{"a":2}])");
  EXPECT_EQ(read("[1: a, b; 1 | 2]"), "!unexpected_character");
  EXPECT_EQ(read("[1: a | b; 1, 2]"), "!unexpected_character");
  EXPECT_EQ(read("[1: a, b | c; 1, 2, 3]"), "!unexpected_character");
  EXPECT_EQ(read("[1: a; 1 | 2]"), "!unexpected_character");
  EXPECT_EQ(read("[1: a b; 1, 2]"), "!unexpected_character");
  EXPECT_EQ(read("[1: a; 1, 2]"), "!row_width_mismatch");
}

TEST(JtonRead, EmptyCellsAndSegments) {
  EXPECT_EQ(read("[3: a, b; , ; 1, ; , 2 ]"),
            R"([{"a":null,"b":null},{"a":1,"b":null},{"a":null,"b":2}])");
  EXPECT_EQ(read("[2: a\tb; \t; 1\t ]"), R"([{"a":null,"b":null},{"a":1,"b":null}])");
  EXPECT_EQ(read("[2: a | b;|;1|]"), R"([{"a":null,"b":null},{"a":1,"b":null}])");
  EXPECT_EQ(read("[4: a; 1; ; 2;  ]"), R"([{"a":1},{"a":null},{"a":2},{"a":null}])");
  EXPECT_EQ(read("[1: a;]"), R"([{"a":null}])");
  EXPECT_EQ(read("[2: a, b; 1, 2; ; 3, 4; ]"), R"([{"a":1,"b":2},{"a":3,"b":4}])");
  EXPECT_EQ(read("[0: a, b;;; ]"), "[]");
}

TEST(JtonRead, BareCells) {
  EXPECT_EQ(read("[1: a, b, c, d, e, f; true, false, null, truth, $x, -1.5e3 ]"),
            R"([{"a":true,"b":false,"c":null,"d":"truth","e":"$x","f":-1.5e3}])");
  EXPECT_EQ(read("[1: a; " + std::string(100, 'x') + " ]"),
            "[{\"a\":\"" + std::string(100, 'x') + "\"}]");
  for (const std::string_view cell :
       {"1a", "01", "1.", "a-b", "New York", "a.b", "2024-01-01", "10:30", "@", "#x", "a \"b\"",
        "\xc3\xa9", "'q'", "http://x", "/usr", "a(b)", "+", "a\nb"}) {
    const std::string text = "[1: a; " + std::string(cell) + " ]";
    EXPECT_EQ(read(text)[0], '!') << text;
    Builder b;
    b.begin_array().begin_object().key("a").string(cell).end_object().end_array();
    EXPECT_EQ(read(text, true), plain_json(b.finish()->root())) << text;
  }
  // A comment is one in both modes.
  EXPECT_EQ(read("[1: a; b // c\n]", true), R"([{"a":"b"}])");
  EXPECT_EQ(read("[1: a; b /* c */]", true), R"([{"a":"b"}])");
  EXPECT_EQ(read("[1: a; b /* c ]", true), R"([{"a":"b /* c"}])");
  // Quotes are quotes: what follows a closed string is no cell.
  EXPECT_EQ(read("[1: a; \"b\" c ]"), "!unexpected_character");
  EXPECT_EQ(read("[1: a; \"b\" c ]", true), "!unexpected_character");
  EXPECT_EQ(read("[1: a; New York", true), "!unexpected_end");
}

TEST(JtonRead, GridsThatAreWrong) {
  EXPECT_EQ(read("[3: a; 1; 2]"), "!count_mismatch");
  EXPECT_EQ(read("[1: a; 1; 2]"), "!count_mismatch");
  EXPECT_EQ(read("[2:]"), "!count_mismatch");
  EXPECT_EQ(read("[18446744073709551616: a; 1]"), "!count_mismatch");
  EXPECT_EQ(read("[1: a, b; 1]"), "!row_width_mismatch");
  EXPECT_EQ(read("[1: a, b; 1, 2, 3]"), "!row_width_mismatch");
  EXPECT_EQ(read("[1: a, a; 1, 2]"), "!duplicate_field_name");
  EXPECT_EQ(read("[1: a, \"a\"; 1, 2]"), "!duplicate_field_name");
  EXPECT_EQ(read("[1: a,; 1]"), "!unexpected_character");
  EXPECT_EQ(read("[1: ; 1]"), "!unexpected_character");
  EXPECT_EQ(read("[1: 5; 1]"), "!unexpected_character");
  EXPECT_EQ(read("[1: a; 1"), "!unexpected_end");
  EXPECT_EQ(read("[1: a"), "!unexpected_end");
  EXPECT_EQ(read("[1:"), "!unexpected_end");
  EXPECT_EQ(read("[1: a; 1 }"), "!unexpected_character");
  EXPECT_EQ(read("[1.0: a; 1]"), "!unexpected_character");
  EXPECT_EQ(fault_at("[1: a, b; 1, 2, 3]"), 16U);
  EXPECT_EQ(fault_at("[[3: a; 1]]"), 1U);
}

TEST(JtonRead, Recoveries) {
  EXPECT_EQ(read("[3: a; 1; 2]", true), R"([{"a":1},{"a":2}])");
  EXPECT_EQ(read("[18446744073709551616: a; 1]", true), R"([{"a":1}])");
  EXPECT_EQ(read("[2: a, b, c; 1; 2, 3]", true),
            R"([{"a":1,"b":null,"c":null},{"a":2,"b":3,"c":null}])");
  EXPECT_EQ(read("[1: a, b; 1, 2, 3]", true), "!row_width_mismatch");
  EXPECT_EQ(read("{a:1,\"a\":2,b:3,a:4}"), "!duplicate_key");
  EXPECT_EQ(read("{a:1,\"a\":2,b:3,a:4}", true), R"({"a":4,"b":3})");
  DecodeOptions lenient;
  lenient.lenient = true;
  const auto document = jton::decode("[5: a, b; 1; New York, 2]", lenient);
  ASSERT_TRUE(document.ok());
  ASSERT_EQ(document->notes().size(), 3U);
  EXPECT_EQ(document->notes()[0].code, Errc::row_width_mismatch);
  EXPECT_EQ(document->notes()[1].code, Errc::unexpected_character);
  EXPECT_EQ(document->notes()[0].offset, 10U);
  EXPECT_EQ(document->notes()[1].offset, 13U);
  EXPECT_EQ(document->notes()[2].code, Errc::count_mismatch);
}

TEST(JtonRead, Limits) {
  DecodeOptions options;
  options.max_depth = 3;
  EXPECT_TRUE(jton::decode("[[[]]]", options).ok());
  EXPECT_TRUE(jton::decode("[[1: a; 1]]", options).ok());
  EXPECT_EQ(jton::decode("[[[[]]]]", options).error().code, Errc::depth_exceeded);
  EXPECT_EQ(jton::decode("[[1: a; []]]", options).error().code, Errc::depth_exceeded)
      << "a grid is an array of objects";
  EXPECT_EQ(jton::decode(std::string(100000, '[')).error().code, Errc::depth_exceeded);
  options = {};
  options.max_bytes = 2;
  EXPECT_EQ(jton::decode("[1]", options).error().code, Errc::size_exceeded);
  // A million short rows of a wide grid would be a hundred gigabytes of null.
  std::string bomb = "[: c0";
  for (int i = 1; i < 10000; ++i)
    bomb += ",c" + std::to_string(i);
  for (int i = 0; i < 100000; ++i)
    bomb += ";1";
  DecodeOptions lenient;
  lenient.lenient = true;
  EXPECT_EQ(jton::decode(bomb + "]", lenient).error().code, Errc::limit_exceeded);
  // Comments that never end are looked for once.
  std::string open = "[: a";
  for (int i = 0; i < 10000; ++i)
    open += ";b/*";
  const auto document = jton::decode(open + "]", lenient);
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->root().size(), 10000U);
  EXPECT_EQ(jton::decode(open + ";b/*]", lenient).error().code, Errc::limit_exceeded) << "repairs";
  // Nor are those that turn out to be text read over and over again.
  std::string lines = "[: a";
  for (int i = 0; i < 9000; ++i)
    lines += ";b //";
  EXPECT_EQ(jton::decode(lines + "\nx]", lenient).error().code, Errc::limit_exceeded);
  std::string losses = "[NaN";
  for (int i = 0; i < 10000; ++i)
    losses += ",NaN";
  EXPECT_EQ(jton::decode(losses + "]").error().code, Errc::limit_exceeded);
}

// ---- the registry

TEST(JtonCodec, Settings) {
  const Document document = parse(R"([{"a":"x","b":null},{"a":"y","b":{"c":1}}])");
  const auto with = [&](std::vector<Setting> settings) {
    laconic::EncodeOptions options;
    options.settings = settings;
    const auto text = encode(jton::codec(), document.root(), options);
    return text ? *text : text.error().message();
  };
  EXPECT_EQ(with({}), R"([2: a, b; "x", null; "y", {"c":1} ])");
  EXPECT_EQ(with({{"delimiter", "comma"}, {"row_count", "yes"}, {"bare_strings", "no"}}), with({}));
  EXPECT_EQ(with({{"delimiter", "pipe"}, {"row_count", "no"}}),
            R"([: a | b; "x" | null; "y" | {"c":1} ])");
  EXPECT_EQ(with({{"delimiter", "tab"}, {"bare_strings", "yes"}}),
            "[2: a\tb; x\tnull; y\t{\"c\":1} ]");
  EXPECT_EQ(with({{"implicit_null", "yes"}, {"unquoted_keys", "yes"}}),
            R"([2: a, b; "x", ; "y", {c:1} ])");
  EXPECT_NE(with({{"delimiter", "semicolon"}}).find("comma|tab|pipe"), std::string::npos);
  jton::EncodeOptions own;
  own.delimiter = Delimiter::pipe;
  const jton::ConfiguredCodec configured(own);
  EXPECT_EQ(*encode(configured, document.root()), R"([2: a | b; "x" | null; "y" | {"c":1} ])");
  laconic::EncodeOptions call;
  const Setting comma[] = {{"delimiter", "comma"}};
  call.settings = comma;
  EXPECT_EQ(*encode(configured, document.root(), call), with({}));
}

TEST(JtonCodec, IsRecognisedByItsGrids) {
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  for (const std::string_view text :
       {"[2: a; 1; 2 ]", "[: a, b; 1, 2 ]", "\xEF\xBB\xBF [ 2 : \"a b\"; 1; 2 ]", "[:]", "[0:]",
        R"({"x":"[1","employees":[2: id, name; 1, "x"; 2, "y" ]})"}) {
    EXPECT_GE(jton::codec().sniff(text), 91) << text;
    ASSERT_TRUE(codecs.detect(text).ok()) << text;
    EXPECT_EQ((*codecs.detect(text))->name, "jton");
  }
  for (const std::string_view text :
       {"", "[]", "[1,2]", "[2]", "{}", R"({"a":"[2: a"})", R"({"a\"":"\\","b":"[2: a"})",
        "[2:]{a,b}:\n  x: 1,2", "[2:|]{a|b}:", "[2]{a}:\n  1\n  2", "[2]: 1,2", "a[2: b", "x"}) {
    EXPECT_EQ(jton::codec().sniff(text), 0) << text;
  }
  EXPECT_EQ((*codecs.detect("[2:]{a,b}:\n  x: 1,2\n  y: 3,4"))->name, "toon");
  EXPECT_EQ(*codecs.find_by_extension("a.jton"), &jton::codec());
  EXPECT_EQ(*codecs.find_by_media_type("application/jton"), &jton::codec());
}

// ---- strings of others

TEST(Jton, StringsThatLookLikeStructure) {
  for (const std::string_view nasty : {"\n[2]{a}:", "\n- x",
                                       "# c",       "\",\"",
                                       ": ",        "|",
                                       " | ",       "\xe2\x80\xa8",
                                       "\xc2\xa0",  "\xef\xbb\xbf",
                                       "\"",        ";",
                                       " ]",        "[18446744073709551616]",
                                       "// c",      "/*",
                                       "\t",        "NaN",
                                       "-Infinity", "null",
                                       "",          "\\",
                                       "\n"}) {
    Builder b;
    b.begin_array();
    for (int i = 0; i < 3; ++i) {
      b.begin_object().key(nasty).string(nasty).key("x").begin_array().string(nasty).end_array();
      b.end_object();
    }
    const auto document = b.end_array().finish();
    ASSERT_TRUE(document.ok());
    for (const Delimiter delimiter : {Delimiter::comma, Delimiter::tab, Delimiter::pipe}) {
      jton::EncodeOptions options;
      options.delimiter = delimiter;
      options.bare_strings = options.implicit_null = options.unquoted_keys = true;
      const auto text = jton::encode(document->root(), options);
      ASSERT_TRUE(text.ok());
      const auto back = jton::decode(exact(*text));
      ASSERT_TRUE(back.ok()) << back.error().message() << '\n' << *text;
      EXPECT_TRUE(identical(back->root(), document->root())) << *text;
    }
  }
  EXPECT_EQ(read(std::string(10000, '[') + std::string(10000, ']')), "!depth_exceeded");
}

}  // namespace
}  // namespace laconic

// everyday_test.cpp - YAML, TOML, CSV, NDJSON, MessagePack and CBOR, rule by rule.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include <laconic/laconic.hpp>

#include "exact_text.hpp"

namespace laconic {
namespace {

using support::exact;

struct Read {
  std::string json;
  std::string notes;
  std::string error;
};

Read read(const Codec& codec, std::string_view text, std::vector<Setting> settings = {},
          bool lenient = false, unsigned max_depth = 512) {
  DecodeOptions options;
  options.settings = settings;
  options.lenient = lenient;
  options.max_depth = max_depth;
  const auto document = decode(codec, exact(text), options);
  Read out;
  if (!document) {
    EXPECT_LE(document.error().offset, text.size());
    out.error =
        std::string(slug(document.error().code)) + "@" + std::to_string(document.error().offset);
    return out;
  }
  out.json = *json::encode(document->root());
  for (const Note& note : document->notes())
    out.notes += std::string(note.text) + "@" + std::to_string(note.offset) + ";";
  return out;
}

std::string write(const Codec& codec, std::string_view text, std::vector<Setting> settings = {},
                  std::string* losses = nullptr) {
  const auto document = json::decode(text);
  if (!document) return "bad test";
  std::vector<Loss> lost;
  EncodeOptions options;
  options.settings = settings;
  options.losses = &lost;
  const auto out = encode(codec, document->root(), options);
  if (losses != nullptr) {
    for (const Loss& loss : lost)
      *losses += loss.what + ";";
  }
  return out ? *out : std::string(slug(out.error().code));
}

struct Case {
  std::string_view text, json, notes = {};
};

TEST(Yaml, TypesOfTheCoreSchema) {
  constexpr Case table[] = {
      {"", "null"},
      {"~", "null"},
      {"[null, Null, NULL, '', nULL]", R"([null,null,null,"","nULL"])"},
      {"[true, True, TRUE, yes, on, y]", R"([true,true,true,"yes","on","y"])"},
      {"[1, +1, -1, 012, 0o14, 0x1F]", "[1,1,-1,12,12,31]"},
      {"[1_000, 0b1, 1:20, 2024-01-02]", R"(["1_000","0b1","1:20","2024-01-02"])"},
      {"[1.5, .5, 5., 1e3, 1.0e-7]", "[1.5,0.5,5.0,1e3,1.0e-7]"},
      {"9223372036854775807", "9223372036854775807"},
      {"18446744073709551615", "18446744073709551615"},
      {"0xffffffffffffffff", "18446744073709551615"},
      {"1e400", "1e400"},
      {"[.inf, -.INF, .nan]", "[null,null,null]", "NaN or an infinity became null (3 times)@1;"},
      {"!!str 1", R"("1")"},
      {"! 1", R"("1")"},
      {"!!int '7'", "7"},
      {"!!float 1", "1"},
      {"!x 1", R"("1")", "the tag !x was left out@0;"},
      {"!!set {a: }", R"({"a":null})", "the tag tag:yaml.org,2002:set was left out@0;"},
      {"\"\\x41\\u00e9\\U0001F600\"", "\"A\xC3\xA9\xF0\x9F\x98\x80\""},
      {"\xEF\xBB\xBF- a", R"(["a"])"},
      {"a: |\n  x\n  y\nb: >-\n  x\n  y\n", R"({"a":"x\ny\n","b":"x y"})"},
  };
  for (const Case& each : table) {
    const Read got = read(yaml::codec(), each.text);
    EXPECT_EQ(got.json, each.json) << each.text << got.error;
    EXPECT_EQ(got.notes, each.notes) << each.text;
  }
}

TEST(Yaml, KeysAliasesAndMerges) {
  constexpr Case table[] = {
      {"1: a\ntrue: b\n~: c\n", R"({"1":"a","true":"b","null":"c"})",
       "a key that is no string became its text (3 times)@0;"},
      {"? [1, 2]\n: x\n", R"({"[1,2]":"x"})", "a key that is no string became its text@2;"},
      {"a: &x [1]\nb: *x\n", R"({"a":[1],"b":[1]})", "an alias became a copy of what it names@13;"},
      {"&k a: *k\n", R"({"a":"a"})", "an alias became a copy of what it names@6;"},
      {"- &a {x: 1, y: 2}\n- {y: 3, <<: *a, z: 4}\n", R"([{"x":1,"y":2},{"y":3,"x":1,"z":4}])",
       "an alias became a copy of what it names@31;a merge key (<<) was replaced by the members it "
       "names@31;"},
      {"<<: [{a: 1}, {a: 2, b: 3}]\n", R"({"a":1,"b":3})",
       "a merge key (<<) was replaced by the members it names@4;"},
      {"<<: 1\n", R"({"<<":1})"},
      {"\"<<\": {a: 1}\n", R"({"<<":{"a":1}})"},
      {"? a", R"({"a":null})"},
      {"{a, b}", R"({"a":null,"b":null})"},
      {"a: {b: 1, c}\n", R"({"a":{"b":1,"c":null}})"},
      {"a: 1\nb:", R"({"a":1,"b":null})"},
  };
  for (const Case& each : table) {
    const Read got = read(yaml::codec(), each.text);
    EXPECT_EQ(got.json, each.json) << each.text << got.error;
    EXPECT_EQ(got.notes, each.notes) << each.text;
  }
}

TEST(Yaml, Refuses) {
  constexpr std::pair<std::string_view, std::string_view> table[] = {
      {"a: 1\na: 2\n", "duplicate_key@5"},
      {"\xEF\xBB\xBF"
       "a: 1\na: 2\n",
       "duplicate_key@8"},
      {"\xC3\xA9: 1\n\xC3\xA9: 2\n", "duplicate_key@6"},
      {"1: a\n'1': b\n", "duplicate_key@5"},
      {"&a [*a]", "not_representable@4"},
      {"a: 1\n---\nb\n", "trailing_characters@5"},
      {"a: \"x\n", "unterminated_quote@3"},
      {"a: !!str \"x\n", "unterminated_quote@3"},
      {"a: 'x\n", "unterminated_quote@3"},
      {"a: \"x", "unterminated_quote@5"},
      {"a: \"\\q\"", "invalid_escape@6"},
      {"a: \x04 b", "invalid_character@3"},
      {"a: \xC2\x81", "invalid_character@3"},
      {"a: \xFF", "invalid_utf8@3"},
      {"!!int x", "unexpected_character@0"},
      {"0x1ffffffffffffffff", "out_of_range@0"},
      {"<<: {}\n<<: {}\n", "duplicate_key@7"},
      {"a: 1\nnam", "unexpected_end@5"},
      {"a: 1\nb:\n  nam\n  x: 1\nc", "unexpected_character@17"},
  };
  for (const auto& [text, error] : table)
    EXPECT_EQ(read(yaml::codec(), text).error, error) << text;
  EXPECT_EQ(read(yaml::codec(), "[[1]]", {}, false, 1).error, "depth_exceeded@1");
  const std::string deep(3000, '[');
  EXPECT_EQ(read(yaml::codec(), deep).error.substr(0, 14), "depth_exceeded");
  EXPECT_EQ(read(yaml::codec(), "a\n---\nb\n", {{"documents", "array"}}).json, R"(["a","b"])");
  EXPECT_EQ(read(yaml::codec(), "", {{"documents", "array"}}).json, "[]");
}

TEST(Yaml, AliasesCannotGrowWithoutLimit) {
  std::string bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
  for (int i = 1; i < 12; ++i) {
    const std::string name = "a" + std::to_string(i);
    bomb += name + ": &" + name + " [";
    for (int k = 0; k < 10; ++k)
      bomb += (k == 0 ? "*a" : ",*a") + std::to_string(i - 1);
    bomb += "]\n";
  }
  EXPECT_EQ(read(yaml::codec(), bomb).error.substr(0, 14), "limit_exceeded");
}

TEST(Yaml, QuotesWhatAReaderWouldTakeForSomethingElse) {
  for (const std::string_view word : {"yes",
                                      "No",
                                      "on",
                                      "OFF",
                                      "y",
                                      "N",
                                      "true",
                                      "Null",
                                      "~",
                                      "",
                                      " a",
                                      "a ",
                                      "1",
                                      "-1",
                                      "+1",
                                      "0x1",
                                      "0o7",
                                      "012",
                                      "1_000",
                                      "1:20",
                                      "1.5",
                                      ".5",
                                      "1e3",
                                      "2024-01-02",
                                      "=",
                                      "<<",
                                      ".inf",
                                      "-.INF",
                                      ".nan",
                                      "- a",
                                      "-",
                                      "? a",
                                      ": a",
                                      "a: b",
                                      "a:",
                                      "a #b",
                                      "#a",
                                      "&a",
                                      "*a",
                                      "!a",
                                      "|",
                                      ">",
                                      "'a",
                                      "%a",
                                      "@a",
                                      "`a",
                                      "[a",
                                      "{a",
                                      "a\tb",
                                      "---",
                                      "...",
                                      "]",
                                      ",",
                                      "\xC2\x85",
                                      "\xE2\x80\xA8",
                                      "\xEF\xBB\xBF",
                                      "\x7F"}) {
    const std::string json = "[\"" + std::string(word == "a\tb" ? "a\\tb" : word) + "\"]";
    const std::string text = write(yaml::codec(), json);
    EXPECT_TRUE(text.starts_with("- \"")) << text;
    EXPECT_EQ(read(yaml::codec(), text).json, json) << text;
  }
  for (const std::string_view word :
       {"a", "hello world", "a:b", "http://x/y#z", "1st", "1.2.3", "10.0.0.1", "-a", "a,b", "it's",
        "\xC3\xA9", "C:\\\\x", "x-1"}) {
    const std::string json = "[\"" + std::string(word) + "\"]";
    const std::string text = write(yaml::codec(), json);
    EXPECT_FALSE(text.starts_with("- \"")) << text;
    EXPECT_EQ(read(yaml::codec(), text).json, json) << text;
  }
  const std::string key(2000, 'k');
  const std::string json = "{\"" + key + "\":{\"a\":[1]}}";
  EXPECT_EQ(read(yaml::codec(), write(yaml::codec(), json)).json, json);
  EXPECT_EQ(write(yaml::codec(), "[1e21,-0.0,1.0]"), "- 1.0e+21\n- -0.0\n- 1");
}

TEST(Toml, Values) {
  constexpr Case table[] = {
      {"", "{}"},
      {"a = 1\r\nb = '''\r\nx'''\n", R"({"a":1,"b":"x"})"},
      {"a = [1_000, 0xFF, 0o17, 0b101, +1, -0]", R"({"a":[1000,255,15,5,1,0]})"},
      {"a = [1.5, 1e3, 6.6e-05, 1_0.0_1]", R"({"a":[1.5,1e3,6.6e-05,10.01]})"},
      {"a = [inf, -nan]", R"({"a":[null,null]})", "inf or nan became null (2 times)@5;"},
      {"a = 1979-05-27 07:32:00z\nb = 07:32:00.5",
       R"({"a":"1979-05-27T07:32:00Z","b":"07:32:00.5"})",
       "a date or time became text (2 times)@4;"},
      {"a = \"\\t\\u00e9\\U0001F600\\\"\"", "{\"a\":\"\\t\xC3\xA9\xF0\x9F\x98\x80\\\"\"}"},
      {"a = \"\"\"\"x\"\"\\\n   y\"\"\"\"\"", R"({"a":"\"x\"\"y\"\""})"},
      {"a = 'C:\\x'", R"({"a":"C:\\x"})"},
      {"a = { b.c = 1, b.d = [ {}, ] }", R"({"a":{"b":{"c":1,"d":[{}]}}})"},
      {"z.y = 1\nz.x = 2\na = 3", R"({"z":{"y":1,"x":2},"a":3})"},
      {"[a.b]\nc = 1\n[a]\nd = 2", R"({"a":{"b":{"c":1},"d":2}})"},
      {"[[a]]\n[a.b]\nc=1\n[[a]]\n[[a.b]]", R"({"a":[{"b":{"c":1}},{"b":[{}]}]})"},
      {"[f]\na.b = 1\n[f.a.c]\n", R"({"f":{"a":{"b":1,"c":{}}}})"},
      {"a = [ # x\n 1, # y\n 2,\n]", R"({"a":[1,2]})"},
  };
  for (const Case& each : table) {
    const Read got = read(toml::codec(), each.text);
    EXPECT_EQ(got.json, each.json) << each.text << got.error;
    EXPECT_EQ(got.notes, each.notes) << each.text;
  }
}

TEST(Toml, Refuses) {
  constexpr std::pair<std::string_view, std::string_view> table[] = {
      {"a=1\na=2", "duplicate_key@4"},
      {"[a]\n[a]", "duplicate_key@5"},
      {"a=[1]\n[[a]]", "duplicate_key@8"},
      {"a={b=1}\n[a.c]", "duplicate_key@9"},
      {"a={b=1}\na.c=2", "duplicate_key@8"},
      {"[f]\na.b=1\n[f.a]", "duplicate_key@13"},
      {"[a.b]\n[a]\nb.c=1", "duplicate_key@10"},
      {"a=", "unexpected_end@2"},
      {"a=[1", "unexpected_end@4"},
      {"a=1 b=2", "trailing_characters@4"},
      {"a=01", "invalid_number@2"},
      {"a=1._5", "invalid_number@2"},
      {"a=0x", "invalid_number@2"},
      {"a=9223372036854775808", "out_of_range@2"},
      {"a=2023-02-30", "unexpected_character@2"},
      {"a=24:00:00", "unexpected_character@2"},
      {"a=\"x\ny\"", "unterminated_quote@2"},
      {"a=\"\\uD800\"", "invalid_surrogate@3"},
      {"a=\"\x01\"", "invalid_character@3"},
      {"# \x01", "invalid_character@2"},
      {"a={x=1,}", "invalid_key@7"},
      {"\"\"\"a\"\"\"=1", "invalid_key@0"},
  };
  for (const auto& [text, error] : table)
    EXPECT_EQ(read(toml::codec(), text).error, error) << text;
  std::string dots = "a";
  for (int i = 0; i < 100000; ++i)
    dots += ".a";
  EXPECT_EQ(read(toml::codec(), dots + "=1").error.substr(0, 14), "depth_exceeded");
  EXPECT_EQ(read(toml::codec(), "a=" + std::string(100000, '[')).error.substr(0, 14),
            "depth_exceeded");
}

TEST(Toml, Writes) {
  EXPECT_EQ(write(toml::codec(),
                  R"({"t":{"x":{"y":1}},"e":{},"a b":1,"n":2.0,"m":[{"a":1},2],"r":[{"p":{}}]})"),
            "\"a b\" = 1\nn = 2.0\nm = [{ a = 1 }, 2]\n[t.x]\ny = 1\n[e]\n[[r]]\n[r.p]");
  EXPECT_EQ(write(toml::codec(), "[1]"), "not_representable");
  EXPECT_EQ(write(toml::codec(), R"({"a":null})"), "not_representable");
  EXPECT_EQ(write(toml::codec(), R"({"a":1e400})"), "not_representable");
}

TEST(Csv, ReadsTypes) {
  constexpr std::string_view text = "n,m,b,s,e\n1,1.50,true,x,\n-2.5,2,false,\"1\",\"\"\n";
  EXPECT_EQ(
      read(csv::codec(), text).json,
      R"([{"n":1,"m":"1.50","b":true,"s":"x","e":null},{"n":-2.5,"m":"2","b":false,"s":"1","e":""}])");
  EXPECT_EQ(
      read(csv::codec(), text, {{"types", "strings"}}).json,
      R"([{"n":"1","m":"1.50","b":"true","s":"x","e":""},{"n":"-2.5","m":"2","b":"false","s":"1","e":""}])");
  EXPECT_EQ(read(csv::typed_codec(), text).error, "unexpected_character@22");
  EXPECT_EQ(read(csv::typed_codec(), "a,b\n\"x\",1.50\nnull,\n").json,
            R"([{"a":"x","b":1.50},{"a":null,"b":null}])");
  EXPECT_EQ(read(csv::codec(),
                 "\xEF\xBB\xBF"
                 "a\r\n\"x\r\n\"\"y\"\r\n")
                .json,
            R"([{"a":"x\r\n\"y"}])");
  EXPECT_EQ(read(csv::codec(), "a,b\n").json, "[]");
  EXPECT_EQ(read(csv::codec(), "a,b\n1,2\n\n\r\n").json, R"([{"a":1,"b":2}])");
  EXPECT_EQ(read(csv::codec(), "a\ntrue\n1\n").json, R"([{"a":"true"},{"a":"1"}])");
  EXPECT_EQ(read(csv::tsv_codec(), "a\tb\nx,y\t\"z\"\n").json, R"([{"a":"x,y","b":"z"}])");
}

TEST(Csv, Refuses) {
  constexpr std::pair<std::string_view, std::string_view> table[] = {
      {"", "missing_header@0"},
      {"\na\n", "missing_header@0"},
      {"a,b\n1\n", "row_width_mismatch@5"},
      {"a,b\n1,2,3\n", "row_width_mismatch@4"},
      {"a,a\n", "duplicate_field_name@2"},
      {"a\n\"x\n", "unterminated_quote@2"},
      {"a\n\"x\"y\n", "trailing_characters@5"},
      {"a\nx\"y\n", "unexpected_character@3"},
      {"a\nx\ry\n", "invalid_character@3"},
      {"a\n1\n\n2\n", "row_width_mismatch@4"},
      {"a\n\xFF", "invalid_utf8@2"},
  };
  for (const auto& [text, error] : table)
    EXPECT_EQ(read(csv::codec(), text).error, error) << text;
  const Read repaired = read(csv::codec(), "a,b\n1\n1,2,3\nx\"y,2\n", {}, true);
  EXPECT_EQ(repaired.json, R"([{"a":"1","b":null},{"a":"1","b":2},{"a":"x\"y","b":2}])");
  EXPECT_EQ(std::count(repaired.notes.begin(), repaired.notes.end(), '@'), 3);
}

TEST(Csv, SaysWhatIsLost) {
  struct Lossy {
    std::string_view json, text, losses;
  };
  constexpr Lossy table[] = {
      {R"([{"a":1,"b":"x"},{"b":"y","a":2}])", "a,b\n1,x\n2,y", ""},
      {R"([{"a":"1"},{"a":"2"}])", "a\n1\n2",
       "strings that look like numbers become numbers in column \"a\";"},
      {R"([{"a":"1"},{"a":"x"}])", "a\n1\nx", ""},
      {R"([{"a":1},{"a":"x"}])", "a\n1\nx", "numbers and booleans become strings in column \"a\";"},
      {R"([{"a":null}])", "a\n\"\"", "null becomes an empty string in column \"a\";"},
      {R"([{"a":null,"b":""}])", "a,b\n,\"\"", ""},
      {R"({"t":[{"a":1}]})", "a\n1", "the member \"t\" around the table is not written;"},
  };
  for (const Lossy& each : table) {
    std::string losses;
    EXPECT_EQ(write(csv::codec(), each.json, {}, &losses), each.text);
    EXPECT_EQ(losses, each.losses) << each.json;
  }
  std::string losses;
  EXPECT_EQ(write(csv::codec(), R"([{"a":1},{"b":[1,2]}])",
                  {{"ragged", "null"}, {"nested", "json"}}, &losses),
            "a,b\n1,\n,\"[1,2]\"");
  EXPECT_EQ(losses,
            "missing members become null in column \"a\" and 1 more;containers become JSON text in "
            "column \"b\";");
  EXPECT_EQ(write(csv::typed_codec(), R"([{"a":"x","b":null,"c":1.5}])"), "a,b,c\n\"x\",,1.5");
  EXPECT_EQ(write(csv::typed_codec(), R"([{"a":null}])"), "a\nnull");
  for (const std::string_view json :
       {"[]", "[{}]", "1", R"([{"a":[]}])", R"({"t":[{"a":1}]})", "[1]"})
    EXPECT_EQ(write(csv::typed_codec(), json), "not_representable") << json;
  EXPECT_FALSE(encode(csv::codec(), json::decode(R"([{"a":"1"}])")->root()).ok());
}

TEST(Ndjson, LinesAndPlaces) {
  EXPECT_EQ(read(ndjson::codec(), "{\"a\":1}\n\n \r\n[2]\r\n3").json, R"([{"a":1},[2],3])");
  EXPECT_EQ(read(ndjson::codec(), "").json, "[]");
  EXPECT_EQ(read(ndjson::codec(), "1\n2 3\n").error, "trailing_characters@4");
  EXPECT_EQ(read(ndjson::codec(), "[1,\n2]\n").error, "unexpected_end@3");
  EXPECT_EQ(read(ndjson::codec(), "1\n\"\xFF\"").error, "invalid_utf8@3");
  EXPECT_EQ(write(ndjson::codec(), "[1,{\"a\":[]}]"), "1\n{\"a\":[]}");
  EXPECT_EQ(write(ndjson::codec(), "[]"), "");
  EXPECT_EQ(write(ndjson::codec(), "{}"), "not_representable");
}

TEST(Msgpack, HeadsAndLosses) {
  const Case table[] = {
      {"\xC0", "null"},
      {"\xE0", "-32"},
      {{"\xD3\x80\0\0\0\0\0\0\0", 9}, "-9223372036854775808"},
      {"\xCF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", "18446744073709551615"},
      {{"\xCA\x3F\x80\0\0", 5}, "1"},
      {{"\xCA\x7F\x80\0\0", 5}, "null", "NaN or an infinity became null@0;"},
      {{"\xC4\x02\0\xFF", 4}, R"("AP8=")", "binary data became base64 text@0;"},
      {"\xD4\x05\x41", R"("QQ==")", "an extension of type 5 became base64 text@0;"},
      {{"\xD6\xFF\x65\xDF\xF2\x80", 6},
       R"("2024-02-29T02:57:04Z")",
       "a timestamp became RFC 3339 text@0;"},
      {"\x82\x01\xC0\xC2\xC3", R"({"1":null,"false":true})",
       "a key that is no string became its text (2 times)@1;"},
  };
  for (const Case& each : table) {
    const Read got = read(msgpack::codec(), each.text);
    EXPECT_EQ(got.json, each.json) << got.error;
    EXPECT_EQ(got.notes, each.notes);
  }
  EXPECT_EQ(read(msgpack::codec(), "\x92\x01").error, "unexpected_end@0");
  EXPECT_EQ(read(msgpack::codec(), "\xA3zz").error, "unexpected_end@3");
  EXPECT_EQ(read(msgpack::codec(), "").error, "unexpected_end@0");
  EXPECT_EQ(read(msgpack::codec(), std::string(5000, '\x91')).error.substr(0, 14),
            "depth_exceeded");
  EXPECT_EQ(
      write(msgpack::codec(), R"({"a":[-33,200,1.5,0.1]})"),
      std::string_view(
          "\x81\xA1\x61\x94\xD0\xDF\xCC\xC8\xCA\x3F\xC0\0\0\xCB\x3F\xB9\x99\x99\x99\x99\x99\x9A",
          22));
}

TEST(Cbor, HeadsAndLosses) {
  const Case table[] = {
      {"\x3B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", "-18446744073709551616"},
      {{"\xF9\x3C\0", 3}, "1"},
      {{"\xF9\0\x01", 3}, "5.960464477539063e-8"},
      {{"\xF9\x7C\0", 3}, "null", "NaN or an infinity became null@0;"},
      {"\xF7", "null", "undefined became null@0;"},
      {"\x41\xFF", R"("/w==")", "a byte string became base64 text@0;"},
      {"\x5F\x41\x01\x41\x02\xFF", R"("AQI=")", "a byte string became base64 text@0;"},
      {"\x7F\x61\x61\x61\x62\xFF", R"("ab")"},
      {"\xBF\x61\x61\x9F\x01\xFF\xFF", R"({"a":[1]})"},
      {"\xC1\x01", "1", "the tag 1 was left out@0;"},
      {"\xC2\x42\x01\x02", "258"},
      {"\xC3\x42\x01\x02", "-259"},
      {"\xD9\xD9\xF7\x01", "1"},
  };
  for (const Case& each : table) {
    const Read got = read(cbor::codec(), each.text);
    EXPECT_EQ(got.json, each.json) << got.error;
    EXPECT_EQ(got.notes, each.notes);
  }
  EXPECT_EQ(read(cbor::codec(), "\xBF\x61\x61\xFF").error, "unexpected_character@3");
  EXPECT_EQ(read(cbor::codec(), "\x7F\x41\x61\xFF").error, "unexpected_character@1");
  EXPECT_EQ(read(cbor::codec(), "\x1C").error, "unexpected_character@0");
  EXPECT_EQ(read(cbor::codec(), "\xC1").error, "unexpected_end@1");
  EXPECT_EQ(read(cbor::codec(), std::string(5000, '\x9F')).error.substr(0, 14), "depth_exceeded");
  EXPECT_EQ(write(cbor::codec(), R"([1.5,100000.0,0.1,-1])"),
            std::string_view(
                "\x84\xF9\x3E\0\xFA\x47\xC3\x50\0\xFB\x3F\xB9\x99\x99\x99\x99\x99\x9A\x20", 19));
}

}  // namespace
}  // namespace laconic

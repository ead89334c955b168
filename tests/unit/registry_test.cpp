// registry_test.cpp - formats behind one door.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <laconic/codec.hpp>
#include <laconic/gcf.hpp>
#include <laconic/json.hpp>
#include <laconic/laconic.hpp>

#include "exact_text.hpp"
#include "plain_json.hpp"

namespace laconic {
namespace {

using support::exact;
using support::plain_json;

TEST(Registry, HasTheBuiltInFormats) {
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  std::set<std::string_view> names;
  for (const Codec* codec : codecs.all()) {
    names.insert(codec->name);
    EXPECT_FALSE(codec->description.empty()) << codec->name;
    EXPECT_EQ(codec->extensions.empty(), codec->media_types.empty()) << codec->name;
    EXPECT_TRUE(codec->extensions.empty() || codec->extensions.starts_with('.')) << codec->name;
    EXPECT_NE(codec->encode, nullptr);
    // What promises to read back can be read.
    EXPECT_TRUE(!codec->lossless || codec->decode != nullptr) << codec->name;
    if (codec->graph || codec->decode == nullptr) continue;
    EXPECT_NE(codec->sniff, nullptr) << codec->name;
    EXPECT_EQ(codec->lossless, codec->name != "csv" && codec->name != "tsv") << codec->name;
    EXPECT_EQ(codec->binary, codec->name == "msgpack" || codec->name == "cbor") << codec->name;
  }
  EXPECT_EQ(names, (std::set<std::string_view>{
                       "cbor",    "csv",    "csv-typed",    "gcb",      "gcf",   "goon",
                       "json",    "jton",   "legacy-json",  "markdown", "md-kv", "md-table",
                       "msgpack", "ndjson", "payload-json", "toml",     "toon",  "tron",
                       "tsv",     "xml",    "yaml"}));
  EXPECT_EQ(gcf::codec().media_types, "application/vnd.gcf+text");
  EXPECT_EQ(json::codec().media_types, "application/json");
}

TEST(Registry, FindsByName) {
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  ASSERT_TRUE(codecs.find("gcf").ok());
  EXPECT_EQ(*codecs.find("gcf"), &gcf::codec());
  EXPECT_EQ(*codecs.find("json"), &json::codec());
  for (const std::string_view name : {"", "GCF", "gcf ", "klingon"}) {
    auto found = codecs.find(name);
    ASSERT_FALSE(found.ok()) << name;
    EXPECT_EQ(slug(found.error().code), "unknown_format");
    EXPECT_NE(found.error().detail.find("gcf"), std::string::npos) << "known names are not listed";
    EXPECT_NE(found.error().detail.find("json"), std::string::npos);
  }
}

TEST(Registry, FindsByAliasExtensionAndMediaType) {
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  const auto name = [](const Result<const Codec*>& found) {
    return found ? std::string((*found)->name) : std::string(slug(found.error().code));
  };
  EXPECT_EQ(name(codecs.find("yml")), "yaml");
  EXPECT_EQ(name(codecs.find("jsonl")), "ndjson");
  EXPECT_EQ(name(codecs.find("md")), "markdown");
  EXPECT_EQ(name(codecs.find("gcb1")), "gcb");
  EXPECT_EQ(name(codecs.find_by_extension("data/orders.YML")), "yaml");
  EXPECT_EQ(name(codecs.find_by_extension("a.b.json")), "json");
  EXPECT_EQ(name(codecs.find_by_extension("a.ndjson")), "ndjson");
  EXPECT_EQ(name(codecs.find_by_extension("a.tab")), "tsv");
  for (const std::string_view path : {"", "json", ".json", "a.txt", "a.json/b"})
    EXPECT_EQ(name(codecs.find_by_extension(path)), "unknown_format") << path;
  EXPECT_EQ(name(codecs.find_by_media_type("Application/JSON; charset=utf-8")), "json");
  EXPECT_EQ(name(codecs.find_by_media_type(" text/csv ")), "csv");
  EXPECT_EQ(name(codecs.find_by_media_type("application/vnd.msgpack")), "msgpack");
  for (const std::string_view type : {"", ";", "application/octet-stream", "json"})
    EXPECT_EQ(name(codecs.find_by_media_type(type)), "unknown_format") << type;
}

TEST(Registry, AnAliasIsAName) {
  CodecRegistry codecs;
  Codec first = json::codec();
  first.name = "first";
  first.aliases = "one  eins";
  Codec second = json::codec();
  second.name = "second";
  second.aliases = "two eins";
  ASSERT_TRUE(codecs.add(first).ok());
  const auto taken = codecs.add(second);
  ASSERT_FALSE(taken.ok());
  EXPECT_EQ(slug(taken.error().code), "duplicate_key");
  EXPECT_NE(taken.error().detail.find("eins"), std::string::npos);
  second.aliases = {};
  second.name = "one";
  EXPECT_FALSE(codecs.add(second).ok());
  second.name = "";
  EXPECT_EQ(slug(codecs.add(second).error().code), "bad_usage");
  EXPECT_EQ(*codecs.find("eins"), &first);
  EXPECT_EQ(codecs.all().size(), 1U);
}

TEST(Registry, RanksWhatATextMayBe) {
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  const auto matches = codecs.matches("{\"a\":1}\n{\"a\":2}\n");
  ASSERT_GE(matches.size(), 2U);
  EXPECT_EQ(matches[0].codec->name, "ndjson");
  EXPECT_EQ(matches[1].codec->name, "json");
  EXPECT_GT(matches[0].confidence, matches[1].confidence);
  EXPECT_LE(matches[0].confidence, 100);
  EXPECT_TRUE(codecs.matches("").empty());
}

TEST(Registry, ChecksSettings) {
  const Document doc = *json::decode(R"([{"a":1},{"a":2}])");
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  const Codec& jton = **codecs.find("jton");
  const Setting good[] = {{"delimiter", "tab"}, {"delimiter", "pipe"}};
  EncodeOptions options;
  options.settings = good;
  EXPECT_EQ(setting(options.settings, "delimiter"), "pipe");  // the last one counts
  EXPECT_EQ(setting(options.settings, "other"), "");
  EXPECT_TRUE(encode(jton, doc.root(), options).ok());
  for (const Setting bad : {Setting{"delimiter", "semicolon"}, Setting{"colour", "red"}}) {
    const Setting given[] = {bad};
    options.settings = given;
    auto text = encode(jton, doc.root(), options);
    ASSERT_FALSE(text.ok());
    EXPECT_EQ(slug(text.error().code), "bad_usage");
    DecodeOptions reading;
    reading.settings = given;
    EXPECT_EQ(slug(decode(jton, "[]", reading).error().code), "bad_usage");
  }
}

TEST(Registry, LossesAreToldOrRefused) {
  const Document doc = *json::decode(R"([{"a":1,"b":null},{"a":2,"b":"x"}])");
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  const Codec& table = **codecs.find("md-table");
  auto refused = encode(table, doc.root());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(slug(refused.error().code), "not_lossless");
  std::vector<Loss> losses;
  EncodeOptions options;
  options.losses = &losses;
  auto told = encode(table, doc.root(), options);
  ASSERT_TRUE(told.ok());
  ASSERT_FALSE(losses.empty());
  EXPECT_NE(refused.error().detail.find(losses[0].what), std::string::npos);
}

TEST(Registry, StartsEmptyAndRefusesANameTwice) {
  CodecRegistry codecs;
  EXPECT_TRUE(codecs.all().empty());
  EXPECT_FALSE(codecs.find("json").ok());
  EXPECT_FALSE(codecs.detect("{}").ok());
  ASSERT_TRUE(codecs.add(json::codec()).ok());
  auto again = codecs.add(json::codec());
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(slug(again.error().code), "duplicate_key");
  EXPECT_EQ(codecs.all().size(), 1U);
}

// A user's own format with state: the text of a string, with a prefix.
struct PrefixCodec : Codec {
  explicit PrefixCodec(std::string start) : prefix(std::move(start)) {
    name = "prefix";
    description = "a string with something before it";
    decode = [](const Codec& self, std::string_view text, const DecodeOptions&) {
      const auto& me = static_cast<const PrefixCodec&>(self);
      if (!text.starts_with(me.prefix)) {
        return Result<Document>(Error{Errc::missing_header, 0, "no prefix"});
      }
      Builder b;
      return b.string(text.substr(me.prefix.size())).finish();
    };
    sniff = [](std::string_view head) noexcept { return head.starts_with("=>") ? 95 : 0; };
  }
  std::string prefix;
};

TEST(Registry, TakesFormatsOfTheUser) {
  const PrefixCodec own("=>");
  CodecRegistry codecs = CodecRegistry::with_builtins();
  const std::size_t built_in = codecs.all().size();
  ASSERT_TRUE(codecs.add(own).ok());
  EXPECT_EQ(codecs.all().size(), built_in + 1);
  auto found = codecs.detect("=>hello");
  ASSERT_TRUE(found.ok()) << found.error().message();
  EXPECT_EQ(*found, &own);
  auto doc = decode(**found, exact("=>hello"));
  ASSERT_TRUE(doc.ok());
  EXPECT_EQ(doc->root().string(), "hello");
  // It only reads.
  auto text = encode(own, doc->root());
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(slug(text.error().code), "unsupported");
  Codec writes_only = json::codec();
  writes_only.name = "out";
  writes_only.decode = nullptr;
  auto read = decode(writes_only, "1");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(slug(read.error().code), "unsupported");

  CodecRegistry moved = std::move(codecs);
  EXPECT_EQ(moved.all().size(), built_in + 1);
  CodecRegistry assigned;
  assigned = std::move(moved);
  EXPECT_EQ(*assigned.find("prefix"), &own);
}

TEST(Registry, DetectsByContent) {
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  struct Case {
    std::string_view text, name;
  };
  constexpr Case table[] = {
      {"{}", "json"},
      {"  \n[1,2]", "json"},
      {"\"GCF profile=generic\"", "json"},
      {"42", "json"},
      {"-1.5", "json"},
      {"true", "json"},
      {"null\n", "json"},
      {"GCF profile=generic\n", "gcf"},
      {"GCF profile=generic", "gcf"},
      {"GCF profile=graph tool=x\n", "gcf"},
      {"GCF tool=x\n", "gcf"},
      {"[1,\n2]", "json"},
      {"[\n{\"a\":1},\n{\"a\":2}\n]", "json"},
      {"{\"a\":1}\n", "json"},
      {"[true]", "json"},
      {"[\"a\"]\n[\"b\"]\n", "ndjson"},
      {"{\"a\":1}\r\n\r\n{\"a\":2}", "ndjson"},
      {"a[2]: 1,2\nb[2]: 3,4", "toon"},
      {"a: 1\nb: 2\n", "yaml"},
      {"a: 1,2\nb: 3,4\n", "yaml"},
      {"# x\n---\n- 1\n- 2\n", "yaml"},
      {"- a\n- b", "yaml"},
      {"%YAML 1.2\n---\n1", "yaml"},
      {"[table]\na = 1\n", "toml"},
      {"[[a.b]]  # x\n\n[c]", "toml"},
      {"[NaN]", "json"},
      {"a,b\n\"x\",1.50\n\"y\",true", "csv-typed"},
      {"a,b\n\"x\",1.50\n\"y\",z", "csv"},
      {"# x\n\"k\" = 1", "toml"},
      {"a.b = ['x,y']\nc = ['x,y']\n", "toml"},
      {"a,b\n1,2", "csv"},
      {"a,b\r\n\"1\n,\",2\r\n\r\n", "csv"},
      {"1,2\n3,4", "csv"},
      {"a\tb\n1\t2", "tsv"},
      {"\x82\xA1\x61\x01\xA1\x62\x02", "msgpack"},
      {"\xA2\x61\x61\x01\x61\x62\x02", "cbor"},
      {"\xD9\xD9\xF7\x01", "cbor"},
  };
  for (const Case& each : table) {
    auto found = codecs.detect(exact(each.text));
    ASSERT_TRUE(found.ok()) << each.text << ": " << found.error().message();
    EXPECT_EQ((*found)->name, each.name) << each.text;
  }
  for (const std::string_view text :
       {"", " ", "hello", "<xml/>", "a = b", "a,b", "a,b\n1", "x y: 1", "\x80", "\x82\xA1"}) {
    auto found = codecs.detect(exact(text));
    ASSERT_FALSE(found.ok()) << text << " taken for " << (*found)->name;
    EXPECT_EQ(slug(found.error().code), "unknown_format");
  }
}

TEST(Registry, LooksAtTheBeginningOnly) {
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  std::string text = "[";
  for (int i = 0; i < 100000; ++i)
    text += "1,";
  auto found = codecs.detect(exact(text));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ((*found)->name, "json");
}

TEST(Registry, ATieNamesBoth) {
  Codec twin = json::codec();
  twin.name = "twin";
  CodecRegistry codecs = CodecRegistry::with_builtins();
  ASSERT_TRUE(codecs.add(twin).ok());
  auto found = codecs.detect("{}");
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(slug(found.error().code), "unknown_format");
  EXPECT_NE(found.error().detail.find("json"), std::string::npos);
  EXPECT_NE(found.error().detail.find("twin"), std::string::npos);
}

TEST(Registry, ConvertsBetweenFormats) {
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  const Codec& from = **codecs.find("json");
  const Codec& to = **codecs.find("gcf");
  auto doc = decode(from, exact(R"([{"id":1},{"id":2}])"));
  ASSERT_TRUE(doc.ok());
  auto text = encode(to, doc->root());
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, "GCF profile=generic\n## [2]{id}\n1\n2\n");
  auto back = decode(to, exact(*text));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(plain_json(back->root()), R"([{"id":1},{"id":2}])");
  EncodeOptions options;
  options.indent = 1;
  EXPECT_EQ(*encode(from, back->root(), options),
            "[\n {\n  \"id\": 1\n },\n {\n  \"id\": 2\n }\n]");
}

TEST(Registry, PassesOptionsThrough) {
  DecodeOptions shallow;
  shallow.max_depth = 1;
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  for (const Codec* codec : codecs.all()) {
    if (codec->graph || codec->decode == nullptr) continue;  // they have tests of their own
    const std::string_view text = codec->name == "json"        ? R"({"a":{}})"
                                  : codec->name == "tron"      ? R"({"a":{}})"
                                  : codec->name == "jton"      ? R"({"a":{}})"
                                  : codec->name == "toon"      ? "abc:"
                                  : codec->name == "gcf"       ? "GCF profile=generic\n## a\n"
                                  : codec->name == "yaml"      ? "abc: {}"
                                  : codec->name == "toml"      ? "[abc]"
                                  : codec->name == "csv-typed" ? "abc\n\"x\""
                                  : codec->name == "csv"       ? "abc\nx"
                                  : codec->name == "tsv"       ? "abc\nx"
                                  : codec->name == "ndjson"    ? "[1,2]"
                                  : codec->name == "msgpack"   ? "\x81\xA1\x61\x81\xA1\x61\x01"
                                                               : "\xA1\x61\x61\xA1\x61\x61\x01";
    EXPECT_TRUE(decode(*codec, exact(text)).ok());
    auto doc = decode(*codec, exact(text), shallow);
    ASSERT_FALSE(doc.ok()) << codec->name;
    EXPECT_EQ(slug(doc.error().code), "depth_exceeded");
    EncodeOptions small;
    small.max_bytes = 3;
    auto out = encode(*codec, decode(*codec, exact(text))->root(), small);
    ASSERT_FALSE(out.ok());
    EXPECT_EQ(slug(out.error().code), "size_exceeded");
  }
}

TEST(Registry, AConfiguredGcfCodecWritesItsWay) {
  gcf::EncodeOptions options;
  options.spec = gcf::Spec::v3_5;
  options.flatten = false;
  const gcf::ConfiguredCodec own(options);
  EXPECT_EQ(own.name, "gcf");
  auto doc = json::decode(R"([{"a":{"b":1},"c":1},{"a":{"b":2},"c":1}])");
  ASSERT_TRUE(doc.ok());
  auto text = encode(own, doc->root());
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text, *gcf::encode(doc->root(), options));
  EXPECT_NE(*text, *encode(gcf::codec(), doc->root()));
  auto back = decode(own, exact(*text));
  ASSERT_TRUE(back.ok());
  EXPECT_TRUE(same_value(back->root(), doc->root()));
  // The limit of the call holds as well.
  EncodeOptions small;
  small.max_bytes = 10;
  EXPECT_FALSE(encode(own, doc->root(), small).ok());
  CodecRegistry codecs;
  ASSERT_TRUE(codecs.add(own).ok());
  EXPECT_EQ(*codecs.find("gcf"), &own);
  EXPECT_EQ((*codecs.detect("GCF profile=generic\n"))->name, "gcf");
}

TEST(Version, IsThreeNumbers) {
  const std::string_view version = LACONIC_VERSION_STRING;
  EXPECT_EQ(version.find_first_not_of("0123456789."), std::string_view::npos);
  EXPECT_EQ(std::count(version.begin(), version.end(), '.'), 2);
}

}  // namespace
}  // namespace laconic

// markup_test.cpp - payloads as JSON, XML and Markdown; tables as Markdown.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <laconic/json.hpp>
#include <laconic/markup.hpp>

#include "exact_text.hpp"
#include "generate_graph.hpp"

namespace laconic {
namespace {

using support::exact;

std::string sentences(const std::vector<Loss>& losses) {
  std::string out;
  for (const Loss& loss : losses)
    out += loss.what + "\n";
  return out;
}

/// What a codec writes of a JSON text, or the error; the losses behind it.
std::string written(const Codec& codec, std::string_view json,
                    std::span<const Setting> settings = {}, std::string* told = nullptr) {
  const auto document = json::decode(json);
  std::vector<Loss> losses;
  EncodeOptions options;
  options.settings = settings;
  options.losses = &losses;
  const auto text = encode(codec, document->root(), options);
  if (told != nullptr) *told = sentences(losses);
  return text ? *text : text.error().message();
}

graph::Payload sample() {
  graph::Payload payload;
  payload.tool = "a<b>&\"c\"";
  payload.tokens_used = -1;
  payload.token_budget = 128;
  payload.pack_root = "sha256:00";
  payload.symbols = {{"p.Q<T>", "macro", 1e-7, "f(\"x\" & y)\n\tz\r", "rwr", 257, {}},
                     {"b", "function", 0.125, "", "", -3, {0.25, 0.1, -0.0, 1e21}}};
  payload.edges = {{"b", "gone", "calls", "unchanged"}, {"", "", "", ""}};
  return payload;
}

TEST(PayloadJson, NumbersAndEscapesAreThoseOfItsOrigin) {
  graph::Payload payload;
  payload.tool = "\"\\\n\r\t\b\f\x01<>&\xE2\x80\xA8\xE2\x80\xA9\x7F\xC3\xA9";
  payload.symbols.resize(6);
  const double scores[] = {1.0, -0.0, 1e-7, 1e-6, 1e20, 1.5e21};
  for (std::size_t i = 0; i < 6; ++i)
    payload.symbols[i].score = scores[i];
  markup::PayloadJsonOptions options;
  options.compact = true;
  const auto text = markup::encode_payload_json(payload, options);
  ASSERT_TRUE(text.ok());
  EXPECT_TRUE(text->starts_with(
      "{\"tool\":"
      "\"\\\"\\\\\\n\\r\\t\\b\\f\\u0001\\u003c\\u003e\\u0026\\u2028\\u2029\x7F\xC3\xA9\","))
      << *text;
  for (const char* score : {"1", "-0", "1e-7", "0.000001", "100000000000000000000", "1.5e+21"})
    EXPECT_NE(text->find(std::string("\"score\":") + score + ","), std::string::npos) << score;
  payload.tool = "a\xFF";
  EXPECT_EQ(markup::encode_payload_json(payload).error().code, Errc::invalid_utf8);
  options.replace_bad_utf8 = true;
  EXPECT_TRUE(
      markup::encode_payload_json(payload, options)->starts_with("{\"tool\":\"a\\ufffd\","));
}

TEST(PayloadJson, EmptyListsAndSettings) {
  const Codec& codec = markup::payload_json_codec();
  EXPECT_EQ(written(codec, "{}"),
            "{\n  \"tool\": \"\",\n  \"tokens_used\": 0,\n  \"token_budget\": 0,\n"
            "  \"symbols\": null\n}");
  const Setting settings[] = {{"empty", "array"}, {"layout", "compact"}};
  EXPECT_EQ(written(codec, "{}", settings),
            R"({"tool":"","tokens_used":0,"token_budget":0,"symbols":[]})");
}

TEST(PayloadJson, ReadsWhatItWritesAndMore) {
  const Codec& codec = markup::payload_json_codec();
  const auto document = graph::to_document(sample());
  const auto text = encode(codec, document->root());
  ASSERT_TRUE(text.ok());
  const auto back = decode(codec, exact(*text));
  ASSERT_TRUE(back.ok());
  EXPECT_TRUE(same_value(back->root(), document->root()));
  EXPECT_EQ(back->root().find("packRoot")->string(), "sha256:00");
  const auto more = decode(codec, R"({"tool":"x","colour":1,"symbols":[{"kind":"type","hue":2}]})");
  ASSERT_TRUE(more.ok());
  ASSERT_EQ(more->notes().size(), 2U);
  EXPECT_EQ(more->notes()[0].type, Note::Type::loss);
  for (const char* wrong :
       {R"({"tokens_used":5.0})", R"({"symbols":[{"distance":1.0}]})", R"({"tokenBudget":1e3})"}) {
    const auto read = decode(codec, wrong);
    ASSERT_FALSE(read.ok()) << wrong;
    EXPECT_EQ(read.error().code, Errc::not_representable);
  }
  EXPECT_EQ(decode(codec, R"({"tool":"a","tool":"b"})").error().code, Errc::duplicate_key);
  // Components are no integers.
  EXPECT_TRUE(decode(codec, R"({"symbols":[{"components":{"distance":1.5}}]})").ok());
}

TEST(LegacyJson, LeavesOutAndTells) {
  std::string told;
  EXPECT_EQ(written(markup::legacy_json_codec(),
                    R"({"tool":"t","pack_root":"r","edges":[{"source":"a"}]})", {}, &told),
            "{\n  \"tokens_used\": 0,\n  \"token_budget\": 0,\n  \"symbols\": []\n}");
  EXPECT_EQ(told, "the tool is left out\nthe pack root is left out\n1 edge(s) are left out\n");
  EXPECT_EQ(decode(markup::legacy_json_codec(), "{}").error().code, Errc::unsupported);
}

TEST(PayloadXml, HoldsEverything) {
  const graph::Payload payload = sample();
  const auto text = markup::encode_xml(payload);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text,
            "<context tool=\"a&lt;b&gt;&amp;&quot;c&quot;\" tokens_used=\"-1\" token_budget=\"128\""
            " pack_root=\"sha256:00\">\n"
            "  <symbols>\n"
            "    <symbol name=\"p.Q&lt;T&gt;\" kind=\"macro\" score=\"1e-7\" provenance=\"rwr\""
            " distance=\"257\" signature=\"f(&quot;x&quot; &amp; y)&#10;&#9;z&#13;\"/>\n"
            "    <symbol name=\"b\" kind=\"function\" score=\"0.125\" distance=\"-3\">\n"
            "      <components blast_radius=\"0.25\" confidence=\"0.1\" recency=\"-0\""
            " distance=\"1e+21\"/>\n"
            "    </symbol>\n"
            "  </symbols>\n"
            "  <edges>\n"
            "    <edge source=\"b\" target=\"gone\" type=\"calls\" status=\"unchanged\"/>\n"
            "    <edge source=\"\" target=\"\"/>\n"
            "  </edges>\n"
            "</context>\n");
  const auto back = markup::decode_xml(exact(*text));
  ASSERT_TRUE(back.ok()) << back.error().message();
  EXPECT_EQ(*back, payload);
  support::Random random(3);
  for (int i = 0; i < 200; ++i) {
    const graph::Payload made = support::generate_graph(random);
    const auto wire = markup::encode_xml(made);
    ASSERT_TRUE(wire.ok());
    const auto again = markup::decode_xml(*wire);
    ASSERT_TRUE(again.ok()) << again.error().message();
    EXPECT_EQ(*again, made);
  }
}

TEST(PayloadXml, RefusesCharactersThatXmlDoesNotHave) {
  for (const std::string_view bad : {std::string_view("\x01"), std::string_view("\0", 1),
                                     std::string_view("\xEF\xBF\xBE"), std::string_view("\x0B")}) {
    graph::Payload payload = sample();
    payload.symbols[0].signature = "f" + std::string(bad);
    const auto text = markup::encode_xml(payload);
    ASSERT_FALSE(text.ok());
    EXPECT_EQ(text.error().code, Errc::not_representable);
    EXPECT_NE(text.error().detail.find("XML 1.0"), std::string::npos);
  }
}

TEST(PayloadXml, ReadsOtherSpellings) {
  const auto read = markup::decode_xml(
      "\xEF\xBB\xBF<?xml version='1.0' encoding=\"utf-8\" standalone='yes' ?>\n<!-- a - b -->"
      "<context\n tool = 'a\r\nb&#x1F600;&apos;' ><edges/><symbols >"
      "<symbol name=\"x\" distance=\"7\"></symbol ></symbols></context >\n<!-- end -->\n");
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(read->tool, "a b\xF0\x9F\x98\x80'");
  ASSERT_EQ(read->symbols.size(), 1U);
  EXPECT_EQ(read->symbols[0].distance, 7);
}

struct Refusal {
  std::string_view text;
  std::string_view slug;
  std::uint64_t offset;
};

TEST(PayloadXml, ReaderIsStrict) {
  constexpr Refusal table[] = {
      {"", "unexpected_end", 0},
      {"x", "unexpected_character", 0},
      {"<?xml version=\"1.1\"?><context/>", "unsupported", 6},
      {"<?xml version=\"1.0\" encoding=\"latin1\"?><context/>", "unsupported", 20},
      {"<?xml encoding=\"utf-8\"?><context/>", "unexpected_character", 6},
      {"<!DOCTYPE context><context/>", "unsupported", 0},
      {"<context><![CDATA[x]]></context>", "unsupported", 9},
      {"<context><?php ?></context>", "unsupported", 9},
      {"<context><!-- a -- b --></context>", "unexpected_character", 16},
      {"<context><!-- a", "unexpected_end", 9},
      {"<other/>", "unexpected_character", 0},
      {"<context>text</context>", "unexpected_character", 9},
      {"<context", "unexpected_end", 8},
      {"<context tool=\"a", "unterminated_quote", 14},
      {"<context tool=a/>", "unexpected_character", 14},
      {"<context tool=\"a\"tokens_used=\"1\"/>", "unexpected_character", 17},
      {"<context tool=\"a<b\"/>", "unexpected_character", 16},
      {"<context tool=\"&nbsp;\"/>", "invalid_escape", 15},
      {"<context tool=\"a & b\"/>", "invalid_escape", 17},
      {"<context tool=\"&#0;\"/>", "invalid_escape", 15},
      {"<context tool=\"&#xD800;\"/>", "invalid_escape", 15},
      {"<context tool=\"&#x;\"/>", "invalid_escape", 15},
      {"<context tool=\"\x01\"/>", "invalid_character", 15},
      {"<context tool=\"\xFF\"/>", "invalid_utf8", 15},
      {"<context tool=\"a\" tool=\"b\"/>", "duplicate_key", 18},
      {"<context colour=\"a\"/>", "invalid_key", 9},
      {"<context tokens_used=\"1.0\"/>", "out_of_range", 9},
      {"<context tokens_used=\"+1\"/>", "invalid_number", 9},
      {"<context tokens_used=\"9223372036854775808\"/>", "out_of_range", 9},
      {"<context><symbols/><symbols/></context>", "unexpected_character", 19},
      {"<context><symbols><edge/></symbols></context>", "unexpected_character", 18},
      {"<context><symbols><symbol score=\"1e999\"/></symbols></context>", "out_of_range", 26},
      {"<context><symbols><symbol score=\"x\"/></symbols></context>", "invalid_number", 26},
      {"<context><edges><edge></symbol></edges></context>", "unexpected_character", 22},
      {"<context></symbols>", "unexpected_character", 9},
      {"<context/><context/>", "trailing_characters", 10},
      {"<context>\n  <target_symbols>", "unexpected_character", 12},
  };
  for (const Refusal& each : table) {
    const auto read = markup::decode_xml(exact(each.text));
    ASSERT_FALSE(read.ok()) << each.text;
    EXPECT_EQ(slug(read.error().code), each.slug) << each.text << "\n" << read.error().detail;
    EXPECT_EQ(read.error().offset, each.offset) << each.text << "\n" << read.error().detail;
  }
  EXPECT_NE(markup::decode_xml("<context><target_symbols>").error().detail.find("knowing style"),
            std::string::npos);
  DecodeOptions lenient;
  lenient.lenient = true;
  const auto read = decode(markup::xml_codec(), "<context colour=\"a\"/>", lenient);
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read->notes().size(), 1U);
  EXPECT_EQ(read->notes()[0].offset, 9U);
}

TEST(PayloadXml, TheKnowingStyleGroupsAndTells) {
  const auto document = graph::to_document(sample());
  const Setting settings[] = {{"style", "knowing"}};
  std::vector<Loss> losses;
  EncodeOptions options;
  options.settings = settings;
  options.losses = &losses;
  const auto text = encode(markup::xml_codec(), document->root(), options);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(*text,
            "<context tokens_used=\"-1\" token_budget=\"128\">\n"
            "  <extended_context>\n"
            "    <symbol name=\"p.Q&lt;T&gt;\" kind=\"macro\" score=\"0.00\" distance=\"257\">\n"
            "      <signature>f(&quot;x&quot; &amp; y)\n\tz\r</signature>\n"
            "    </symbol>\n"
            "  </extended_context>\n"
            "  <relationship_summary>\n"
            "    <total_symbols>2</total_symbols>\n"
            "    <by_distance>\n"
            "      <distance hop=\"-3\" count=\"1\"/>\n"
            "      <distance hop=\"257\" count=\"1\"/>\n"
            "    </by_distance>\n"
            "  </relationship_summary>\n"
            "</context>\n");
  EXPECT_EQ(sentences(losses),
            "the tool is left out\nthe pack root is left out\n2 edge(s) are left out\n"
            "1 symbol(s) with a negative distance are left out\n"
            "1 number(s) are rounded to two decimals\n"
            "1 provenance(s) of extended context are left out\n");
  // Even when nothing is left out, nobody reads it back.
  options.losses = nullptr;
  const auto empty = json::decode("{}");
  EXPECT_EQ(encode(markup::xml_codec(), empty->root(), options).error().code, Errc::not_lossless);
}

TEST(PayloadXml, GoQuotes) {
  graph::Payload payload;
  payload.symbols.resize(1);
  payload.symbols[0].qualified_name = "a\"\\<&\t\n\x7F\xC2\x85\xE2\x80\xA8\xC3\xA9";
  markup::XmlOptions options;
  options.style = markup::XmlStyle::knowing;
  options.go_quotes = true;
  const auto text = markup::encode_xml(payload, options);
  ASSERT_TRUE(text.ok());
  EXPECT_NE(text->find("name=\"a\\\"\\\\<&\\t\\n\\x7f\\u0085\\u2028\xC3\xA9\""), std::string::npos)
      << *text;
}

TEST(PayloadMarkdown, GroupsAndTells) {
  std::string told;
  const std::string text = written(markup::markdown_codec(),
                                   R"x({"tool":"t","tokens_used":5,"token_budget":9,"symbols":[
        {"qualified_name":"far","kind":"type","score":0.5,"distance":3,"signature":"s"},
        {"qualified_name":"a","kind":"function","score":0.125,"distance":0,"signature":"f()",
         "components":{"confidence":0.5}},
        {"qualified_name":"b","kind":"var","score":0.82,"distance":1,"provenance":"p"}]})x",
                                   {}, &told);
  EXPECT_EQ(text,
            "# Context (5/9 tokens)\n\n"
            "## Target Symbols\n- `a` (function, score: 0.12, confidence: 0.50)\n"
            "  Signature: `f()`\n\n"
            "## Related Symbols (distance: 1)\n- `b` (var, score: 0.82)\n\n"
            "## Extended Context (distance: 2+)\n- `far` (type, score: 0.50)\n\n");
  EXPECT_EQ(told,
            "the tool is left out\n1 number(s) are rounded to two decimals\n"
            "1 provenance(s) are left out\n1 signature(s) of extended context are left out\n"
            "1 distance(s) of extended context are left out\n");
  EXPECT_EQ(decode(markup::markdown_codec(), text).error().code, Errc::unsupported);
  EXPECT_EQ(written(markup::markdown_codec(), "[1]").substr(0, 17), "not_representable");
}

TEST(MarkdownTable, WritesFlatRecords) {
  constexpr std::string_view people =
      R"({"people":[{"id":1,"name":"a|b","ok":true,"x":null},
                    {"x":2.50,"ok":false,"name":"c\nd\r\ne","id":2}]})";
  std::string told;
  EXPECT_EQ(written(markup::md_table_codec(), people, {}, &told),
            "|id|name|ok|x|\n|-|-|-|-|\n|1|a\\|b|true||\n|2|c<br>d<br>e|false|2.50|");
  EXPECT_EQ(
      told,
      "the name of the list is left out\n5 number(s) and boolean(s) cannot be told from text\n"
      "1 null(s) are written as nothing\n2 line break(s) are written as <br>\n");
  const Setting spaced[] = {{"spaced", "yes"}};
  EXPECT_EQ(written(markup::md_table_codec(), R"([{"a":1,"b":"x"}])", spaced),
            "| a | b |\n|---|---|\n| 1 | x |");
  EXPECT_EQ(written(markup::md_kv_codec(), R"([{"a":1,"b":"x|y"},{"a":2,"b":"z"}])"),
            "- a: 1\n- b: x|y\n\n- a: 2\n- b: z");
  EXPECT_EQ(written(markup::md_table_codec(), R"([{"a":"x"}])", {}, &told), "|a|\n|-|\n|x|");
  EXPECT_EQ(told, "");
}

TEST(MarkdownTable, RefusesWhatIsNoTable) {
  for (const std::string_view other :
       {"1", "[]", "{}", "[1]", "[{}]", R"({"a":1})", R"({"a":[{"b":1}],"c":1})", R"([{"a":1},2])",
        R"([{"a":1},{"b":1}])", R"([{"a":1},{"a":1,"b":2}])", R"([{"a":1,"b":2},{"a":1}])",
        R"([{"a":[1]}])", R"([{"a":1},{"a":{"b":1}}])"}) {
    for (const Codec* codec : {&markup::md_table_codec(), &markup::md_kv_codec()})
      EXPECT_TRUE(written(*codec, other).starts_with("not_representable: ")) << other;
  }
  const Setting nested[] = {{"nested", "json"}};
  std::string told;
  EXPECT_EQ(written(markup::md_table_codec(), R"([{"a":[1,"x|y"]}])", nested, &told),
            "|a|\n|-|\n|[1,\"x\\|y\"]|");
  EXPECT_EQ(told, "1 nested value(s) are written as JSON text\n");
}

TEST(Markup, TheRegistryFindsThem) {
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  EXPECT_EQ(*codecs.find("md"), &markup::markdown_codec());
  EXPECT_EQ(*codecs.find_by_extension("a.xml"), &markup::xml_codec());
  EXPECT_EQ(*codecs.find_by_media_type("application/xml"), &markup::xml_codec());
  EXPECT_EQ(*codecs.detect("<context tool=\"x\"/>"), &markup::xml_codec());
  EXPECT_EQ(*codecs.detect("<?xml version=\"1.0\"?>\n<context/>"), &markup::xml_codec());
  for (const Codec* codec : {&markup::payload_json_codec(), &markup::legacy_json_codec(),
                             &markup::xml_codec(), &markup::markdown_codec()})
    EXPECT_TRUE(codec->graph) << codec->name;
  EXPECT_FALSE(markup::md_table_codec().graph);
  DecodeOptions shallow;
  shallow.max_depth = 1;
  EXPECT_EQ(decode(markup::xml_codec(), "<context/>", shallow).error().code, Errc::depth_exceeded);
}

}  // namespace
}  // namespace laconic

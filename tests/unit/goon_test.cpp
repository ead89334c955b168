// goon_test.cpp - GOON: rules of the writer, the reader, random responses, the bridge to payloads.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/goon.hpp>
#include <laconic/json.hpp>

#include "exact_text.hpp"
#include "generate_graph.hpp"
#include "random.hpp"

namespace laconic {
namespace {

using support::exact;
using support::Random;

std::string written(std::string_view json, const goon::EncodeOptions& options = {},
                    std::string* told = nullptr) {
  const auto document = json::decode(json);
  if (!document) return "bad test: " + document.error().message();
  std::vector<Loss> losses;
  goon::EncodeOptions own = options;
  own.losses = &losses;
  const auto text = goon::encode(document->root(), own);
  if (told != nullptr) {
    told->clear();
    for (const Loss& loss : losses)
      *told += loss.what + "\n";
  }
  return text ? *text : text.error().message();
}

/// The line of the one node with these properties, and what is told.
std::string node_line(std::string_view properties, std::string* told = nullptr) {
  const std::string text = written(
      R"({"query_type":"t","nodes":[{"type":"X","id":"1",)" + std::string(properties) + "}]}", {},
      told);
  const std::size_t start = text.find("X(1):\n");
  if (start == std::string::npos) return text;
  return text.substr(start + 6, text.find('\n', start + 6) - start - 6);
}

std::string json_of(const Result<Document>& document) {
  return document ? *json::encode(document->root()) : document.error().message();
}

TEST(GoonWrite, TheExampleOfATraversal) {
  EXPECT_EQ(written(R"({"format_version":"2.0.0","query_type":"traversal",
    "nodes":[{"type":"Repo","id":30,"created_at":"2026-03-01 08:15:00.5","name":"core"},
             {"type":"Person","id":"7","handle":"mia","state":"active","name":"Mia Wong"}],
    "edges":[{"type":"WORKS_ON","from":"Person","from_id":"7","to":"Repo","to_id":"30","depth":1}],
    "pagination":{"has_more":true,"total_rows":12,"truncated":false,"next_cursor":""}})"),
            "@header\nquery_type:traversal\ngoon_version:1.0.0\nnodes:2\nedges:1\nhas_more:true\n"
            "total_rows:12\n@nodes\nPerson(1):\n7 name=\"Mia Wong\" state=active handle=mia\n"
            "Repo(1):\n30 name=core created_at=2026-03-01T08:15:00.5\n@edges\nWORKS_ON(1):\n"
            "Person:7 --> Repo:30 depth=1\n");
}

TEST(GoonWrite, TheExampleOfAnAggregation) {
  EXPECT_EQ(
      written(R"({"query_type":"aggregation",
    "group_columns":[{"name":"r","kind":"node","entity":"Repo"},
                     {"name":"lvl","kind":"property","property":"level"}],
    "columns":[{"name":"n","function":"count","target":"t"},
               {"name":"last","function":"max","target":"t","property":"closed_at"}],
    "rows":[{"r":{"type":"Repo","id":"30","properties":{"name":"core"}},"lvl":"high","n":4,
             "last":"2026-03-02 10:00:00"},
            {"r":{"type":"Repo","id":"30"},"lvl":null,"n":1,"last":null}]})"),
      "@header\nquery_type:aggregation\ngoon_version:1.0.0\nnodes:1\nedges:0\nrows:2\n"
      "group_by:r(node:Repo),lvl(property:level)\naggregations:n(count:t),last(max:t.closed_at)\n"
      "@nodes\nRepo(1):\n30 name=core\n@edges\n@rows\n"
      "r=Repo:30 lvl=high n=4 last=2026-03-02T10:00:00\nr=Repo:30 lvl=null n=1 last=null\n");
}

TEST(GoonWrite, PathsInOrder) {
  EXPECT_EQ(
      written(R"({"query_type":"path_finding","edges":[
    {"type":"B","from":"R","from_id":30,"to":"T","to_id":2,"path_id":0,"step":1},
    {"type":"A","from":"P","from_id":7,"to":"R","to_id":30,"path_id":0},
    {"type":"A","from":"P","from_id":7,"to":"R","to_id":30,"path_id":-4,"depth":2},
    {"type":"A","from":"P","from_id":7,"to":"R","to_id":30}]})"),
      "@header\nquery_type:path_finding\ngoon_version:1.0.0\nnodes:0\nedges:4\n@nodes\n@paths\n"
      "path=-4: P:7 --A--> R:30\npath=0: P:7 --A--> R:30 --B--> T:2\n");
}

TEST(GoonWrite, NumbersHaveNoExponent) {
  EXPECT_EQ(node_line(R"("a":5.0,"b":-0.0,"c":1e21,"d":1e-7,"e":-0,"f":18446744073709551615,
                         "g":18446744073709551616,"h":1e400,"i":-1.25,"j":9223372036854775807)"),
            "1 a=5 b=-0 c=1000000000000000000000 d=0.0000001 e=-0 f=18446744073709551615"
            " g=18446744073709552000 i=-1.25 j=9223372036854775807");
}

TEST(GoonWrite, StringsGoThroughThePipeline) {
  std::string told;
  EXPECT_EQ(node_line(R"("a":"","b":null,"c":"x y","d":"true","e":"True","f":"\u0001\u007f",
                         "g":"a\"\\\n\r\t\u0002b","h":"123","i":"2026-05-08 22:55:58Z",
                         "j":"2026-05-08 24:00:00","k":"1e5","l":"\u00e9","m":[1,{"b":1,"a":2.0}])",
                      &told),
            "1 c=\"x y\" d=\"true\" e=True f=\"\" g=\"a\\\"\\\\\\n\\r\\tb\" h=123"
            " i=2026-05-08T22:55:58Z j=\"2026-05-08 24:00:00\" k=1e5 l=\"\xC3\xA9\""
            " m=\"[1,{\\\"a\\\":2.0,\\\"b\\\":1}]\"");
  EXPECT_EQ(told,
            "1 null value(s) of nodes are left out\n1 empty text(s) of nodes are left out\n"
            "3 control character(s) are dropped\n1 date(s) get a T in place of the space\n"
            "1 text(s) cannot be told from numbers\n1 nested value(s) are written as JSON text\n");
}

TEST(GoonWrite, LongTextsAreCutByCharacters) {
  std::string long_text;
  for (int i = 0; i < 201; ++i)
    long_text += "\xC3\xA9";
  const std::string exactly = long_text.substr(2);
  std::string told;
  EXPECT_EQ(node_line("\"name\":\"" + long_text + "\"", &told),
            "1 name=\"" + long_text.substr(0, 2 * 197) + "...\" name_len=201");
  EXPECT_EQ(told, "1 text(s) are cut\n");
  EXPECT_EQ(node_line("\"name\":\"" + exactly + "\""), "1 name=\"" + exactly + "\"");
  EXPECT_EQ(node_line("\"other\":\"" + long_text + "\""), "1 other=\"" + long_text + "\"");
  EXPECT_EQ(node_line("\"other\":\"" + std::string(1001, 'x') + "\""),
            "1 other=" + std::string(997, 'x') + "... other_len=1001");
}

TEST(GoonWrite, EdgesAreSortedAndDuplicatesLeft) {
  std::string told;
  const std::string text = written(
      R"({"query_type":"t","edges":[
    {"type":"B","from":"X","from_id":"10","to":"Y","to_id":"1"},
    {"type":"B","from":"X","from_id":"9","to":"Y","to_id":"1"},
    {"type":"B","from":"X","from_id":"9","to":"Y","to_id":"1","depth":1},
    {"type":"B","from":"X","from_id":"9","to":"Y","to_id":"1"},
    {"type":"A","from":"X","from_id":"-9","to":"Y","to_id":"1","colour":2}]})",
      {}, &told);
  EXPECT_EQ(text,
            "@header\nquery_type:t\ngoon_version:1.0.0\nnodes:0\nedges:4\n@nodes\n@edges\nA(1):\n"
            "X:-9 --> Y:1\nB(3):\nX:9 --> Y:1\nX:9 --> Y:1 depth=1\nX:10 --> Y:1\n");
  EXPECT_EQ(told,
            "the member \"colour\" of edges is left out\nthe order of the edges is lost\n"
            "1 duplicate edge(s) are left out\n");
}

TEST(GoonWrite, RowsShowDeclaredColumns) {
  std::string told;
  EXPECT_EQ(written(R"({"query_type":"search","columns":[{"name":"a"},{"name":"b"}],
                        "rows":[{"b":1,"c":2},{"a":""},{"a":{"type":"U","id":"x1"}}]})",
                    {}, &told),
            "@header\nquery_type:search\ngoon_version:1.0.0\nnodes:0\nedges:0\n@nodes\n@edges\n"
            "@rows\nb=1\n\na=U:x1\n");
  EXPECT_EQ(told,
            "1 member(s) of rows belong to no column and are left out\n"
            "1 empty text(s) in rows are left out\n1 node(s) in rows are left as text\n");
}

TEST(GoonWrite, OptionsAndRefusals) {
  goon::EncodeOptions options;
  options.version = "9.9";
  EXPECT_NE(written(R"({"query_type":"t"})", options).find("goon_version:9.9\n"),
            std::string::npos);
  options.strict_names = true;
  EXPECT_TRUE(written(R"({"query_type":"t","nodes":[{"type":"A B","id":1}]})", options)
                  .starts_with("invalid_key: "));
  EXPECT_TRUE(written(R"({"query_type":"t","nodes":[{"type":"A","id":1,"a=b":1}]})", options)
                  .starts_with("invalid_key: "));
  std::string told;
  EXPECT_NE(written(R"({"query_type":"t","nodes":[{"type":"A B","id":1}]})", {}, &told)
                .find("A B(1):\n1\n"),
            std::string::npos);
  EXPECT_EQ(told, "1 name(s) cannot be told from what stands around them\n");
  for (const std::string_view bad :
       {"1", "{}", R"({"query_type":1})", R"({"error":"no"})",
        R"({"result":{"query_type":"t"},"error":{"code":1}})", R"({"query_type":"t","nodes":{}})",
        R"({"query_type":"t","nodes":[1]})", R"({"query_type":"t","nodes":[{"id":1}]})",
        R"({"query_type":"t","nodes":[{"type":"A"}]})",
        R"({"query_type":"t","nodes":[{"type":"A","id":"x"}]})",
        R"({"query_type":"t","nodes":[{"type":"A","id":1.0}]})",
        R"({"query_type":"t","nodes":[{"type":"A","id":"9223372036854775808"}]})",
        R"({"query_type":"t","nodes":[{"type":"A\n","id":1}]})",
        R"({"query_type":"t","edges":[{"type":"A","from":"x","to":"y","from_id":1}]})",
        R"({"query_type":"t","rows":[1]})", R"({"query_type":"t","pagination":[]})",
        R"({"query_type":"t\nx:1"})"}) {
    EXPECT_TRUE(written(bad).starts_with("not_representable: ")) << bad << written(bad);
  }
  EXPECT_EQ(written(R"({"result":{"query_type":"t"},"error":null})"),
            written(R"({"query_type":"t"})"));
  goon::EncodeOptions small;
  small.max_bytes = 10;
  EXPECT_TRUE(written(R"({"query_type":"t"})", small).starts_with("size_exceeded"));
}

TEST(GoonRead, TheShapeOfAResponse) {
  EXPECT_EQ(
      json_of(goon::decode(exact(
          "@header\nquery_type:aggregation\ngoon_version:1.0.0\nnodes:1\nedges:0\nrows:3\n"
          "group_by:r(node:Repo),lvl(property:level),z(other)\n"
          "aggregations:n(count:t),last(max:t.closed_at)\n@nodes\nRepo(1):\n30 name=core n=1.5\n"
          "@edges\n@rows\nr=Repo:30 lvl=\"a \\\"b\\\"\" n=4\n\nr=Repo:31 n=null\n"))),
      R"({"query_type":"aggregation","goon_version":"1.0.0",)"
      R"("nodes":[{"type":"Repo","id":"30","name":"core","n":1.5}],"edges":[],)"
      R"("group_columns":[{"name":"r","kind":"node","entity":"Repo"},)"
      R"({"name":"lvl","kind":"property","property":"level"},{"name":"z","kind":"other"}],)"
      R"("columns":[{"name":"n","function":"count","target":"t"},)"
      R"({"name":"last","function":"max","target":"t","property":"closed_at"}],)"
      R"("rows":[{"r":{"type":"Repo","id":"30","properties":{"name":"core","n":1.5}},)"
      R"("lvl":"a \"b\"","n":4},{},{"r":"Repo:31","n":null}]})");
  EXPECT_EQ(json_of(goon::decode(
                exact("@header\nquery_type:path_finding\ngoon_version:1.0.0\nnodes:0\nedges:2\n"
                      "truncated:true\nnext_cursor:a:b\n@nodes\n@paths\npath=3: P:7 --A--> R:30 "
                      "--B--> T:2\n"))),
            R"({"query_type":"path_finding","goon_version":"1.0.0","nodes":[],"edges":[)"
            R"({"type":"A","from":"P","from_id":"7","to":"R","to_id":"30","path_id":3,"step":0},)"
            R"({"type":"B","from":"R","from_id":"30","to":"T","to_id":"2","path_id":3,"step":1}],)"
            R"("pagination":{"truncated":true,"next_cursor":"a:b"}})");
}

constexpr std::string_view plain_header =
    "@header\nquery_type:t\ngoon_version:1.0.0\nnodes:1\nedges:0\n@nodes\nX(1):\n1 ";

TEST(GoonRead, BareValuesAndNumbers) {
  const std::string text = std::string(plain_header) +
                           "a=123 b=-0 c=007 d=1e5 e=true f=null g=18446744073709551615 h=1.50"
                           " i=\"123\" j=1000000000000000000000\n@edges\n";
  EXPECT_EQ(
      json_of(goon::decode(text)).substr(49),
      R"([{"type":"X","id":"1","a":123,"b":-0,"c":"007","d":"1e5","e":true,"f":"null",)"
      R"("g":18446744073709551615,"h":"1.50","i":"123","j":1000000000000000000000}],"edges":[]})");
  const Setting settings[] = {{"numbers", "never"}};
  DecodeOptions options;
  options.settings = settings;
  const auto texts = decode(goon::codec(), text, options);
  ASSERT_TRUE(texts.ok());
  EXPECT_EQ(texts->root().find("nodes")->items()[0].find("a")->string(), "123");
}

TEST(GoonRead, CutTextsAreListed) {
  const std::string cut = std::string(197, 'd') + "...";
  const auto read =
      goon::decode(std::string(plain_header) + "description_len=7 description=" + cut +
                   " description_len=300\n@edges\n");
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(*json::encode(*read->root().find("truncated_values")),
            R"([{"node":0,"key":"description","length":300}])");
  EXPECT_EQ(read->root().find("nodes")->items()[0].find("description_len")->integer(), 7);
  // Not longer than the limit, or not as long as a cut text: a property like any other.
  const auto kept =
      goon::decode(std::string(plain_header) + "title=abc... title_len=300\n@edges\n");
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ(kept->root().find("truncated_values"), nullptr);
  EXPECT_EQ(kept->root().find("nodes")->items()[0].find("title_len")->integer(), 300);
}

struct Refusal {
  std::string text;
  std::string_view slug;
  std::uint64_t offset;
};

TEST(GoonRead, IsStrict) {
  const std::string h =
      "@header\nquery_type:t\ngoon_version:1.0.0\nnodes:1\nedges:0\n";  // 56 bytes
  const std::string n = h + "@nodes\nX(1):\n";                          // 69
  const Refusal table[] = {
      {"", "missing_header", 0},
      {"@nodes\n", "missing_header", 0},
      {"@header", "unexpected_end", 7},
      {"@header\nx\n", "malformed_header_field", 8},
      {"@header\nnodes:-1\n", "malformed_header_field", 14},
      {"@header\nnodes:1\nnodes:1\n", "duplicate_header_field", 16},
      {"@header\ncolour:red\n", "malformed_header_field", 8},
      {"@header\nhas_more:false\n", "malformed_header_field", 17},
      {"@header\ngroup_by:a\n", "malformed_header_field", 17},
      {"@header\n@nodes\n", "missing_header", 8},
      {h + "@rows\n", "invalid_line", 56},
      {h + "@odd\n", "invalid_line", 56},
      {h + "@nodes\nX\n", "invalid_group_header", 63},
      {h + "@nodes\nX(01):\n", "invalid_group_header", 63},
      {h + "@nodes\nX(2):\n1\n", "count_mismatch", 63},
      {h + "@nodes\n@edges\n", "count_mismatch", 8},
      {n + "1 a\n", "invalid_line", 71},
      {n + "1 a=\n", "invalid_line", 73},
      {n + "1 \n", "trailing_characters", 70},
      {n + "1 a=b \n", "trailing_characters", 74},
      {n + "1 a=\"b\n", "unterminated_quote", 73},
      {n + "1 a=\"b\"c\n", "trailing_characters", 76},
      {n + "1 a=\"\\q\"\n", "invalid_escape", 74},
      {n + "1 a=\tb\n", "invalid_character", 73},
      {n + "1 a=b\r\n", "invalid_character", 74},
      {n + "1 a=b", "unexpected_end", 74},
      {n + "1\n@paths\n", "invalid_line", 71},
      {n + "1\n@edges\nT(1):\nA:x --> B:1\n", "invalid_edge_syntax", 84},
      {n + "1\n@edges\nT(1):\nA:1 --> B:1 depth=x\n", "invalid_edge_syntax", 84},
      {n + "1\n@edges\nT(1):\nA:1 --> B:1\n", "count_mismatch", 8},
      {n + "1\n@edges\n@rows\na=1 a=2\n", "duplicate_key", 88},
      {n + "1 a=\xFF\n", "invalid_utf8", 73},
  };
  for (const Refusal& each : table) {
    const auto read = goon::decode(exact(each.text));
    ASSERT_FALSE(read.ok()) << each.text;
    EXPECT_EQ(slug(read.error().code), each.slug) << each.text << "\n" << read.error().detail;
    EXPECT_EQ(read.error().offset, each.offset) << each.text << "\n" << read.error().detail;
  }
}

TEST(GoonRead, LenientKeepsAndNotes) {
  goon::DecodeOptions lenient;
  lenient.lenient = true;
  const auto read = goon::decode(
      "@header\r\nquery_type:t\r\ngoon_version:1.0.0\r\nnodes:5\r\nedges:0\r\ncolour:red\r\n@"
      "nodes\r\n"
      "X(2):\r\n1\r\n@edges\r\n@more\r\nx y\r\n",
      lenient);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(read->notes().size(), 5U);
  EXPECT_EQ(*json::encode(*read->root().find("extra_header")), R"({"colour":"red"})");
  EXPECT_EQ(*json::encode(*read->root().find("extra_sections")), R"({"more":["x y"]})");
}

TEST(GoonRead, RowsOfOtherQueriesGetTheirColumns) {
  const std::string text =
      "@header\nquery_type:t\ngoon_version:1.0.0\nnodes:0\nedges:0\n@nodes\n@edges\n@rows\n"
      "a=1 b=2\nc=3 b=2\na=1 c=3\n\na=1 c=3 b=2\n";
  const auto read = goon::decode(text);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*goon::encode(read->root()), text);
}

TEST(GoonRead, SmallInputDoesNotBecomeHuge) {
  std::string text =
      "@header\nquery_type:aggregation\ngoon_version:1.0.0\nnodes:1\nedges:0\nrows:300\n"
      "group_by:r(node)\n@nodes\nX(1):\n1 a=" +
      std::string(std::size_t{1} << 20, 'x') + "\n@edges\n@rows\n";
  for (int i = 0; i < 300; ++i)
    text += "r=X:1\n";
  const auto read = goon::decode(text);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, Errc::limit_exceeded);
}

// --- random responses

class Responses {
 public:
  explicit Responses(Random& random) : random_(random) {}

  struct Edge {
    int type, from, to, depth, path;
  };
  struct Made {
    std::string kind;
    std::vector<std::string> nodes;  // JSON of each
    std::vector<std::string> edges;
    std::string rest;

    [[nodiscard]] std::string json() const {
      std::string out = R"({"query_type":")" + kind + R"(","nodes":[)";
      for (std::size_t i = 0; i < nodes.size(); ++i)
        out += (i == 0 ? "" : ",") + nodes[i];
      out += R"(],"edges":[)";
      for (std::size_t i = 0; i < edges.size(); ++i)
        out += (i == 0 ? "" : ",") + edges[i];
      return out + "]" + rest + "}";
    }
  };

  Made make() {
    constexpr std::string_view kinds[] = {"traversal", "aggregation", "path_finding", "search"};
    Made made;
    made.kind = kinds[random_.below(std::size(kinds))];
    const bool aggregation = made.kind == "aggregation";
    for (std::size_t i = aggregation ? 0 : random_.below(8); i > 0; --i)
      made.nodes.push_back(node(static_cast<int>(i)));
    const bool paths = made.kind == "path_finding";
    for (std::size_t i = random_.below(6); i > 0; --i)
      made.edges.push_back(edge(paths, static_cast<int>(i)));
    if (aggregation || random_.chance(20)) rows(made, aggregation);
    if (random_.chance(30)) {
      made.rest += R"(,"pagination":{"has_more":true,"total_rows":7,"next_cursor":"c:1 x"})";
    }
    return made;
  }

 private:
  std::string type() { return "T" + std::to_string(random_.below(3)); }
  std::string text(std::size_t limit) {
    constexpr std::string_view parts[] = {"a",
                                          "B",
                                          " ",
                                          "\\\"",
                                          "\\\\",
                                          "\\n",
                                          "1",
                                          ".",
                                          "-",
                                          "=",
                                          "\xC3\xA9",
                                          "(",
                                          "\xF0\x9F\x98\x80",
                                          ":",
                                          "true",
                                          "null"};
    std::string out;
    std::size_t count = random_.between(1, random_.chance(5) ? limit + 20 : 6);
    for (; count > 0; --count)
      out += parts[random_.below(std::size(parts))];
    return "\"" + out + "\"";
  }
  std::string value(std::size_t limit) {
    switch (random_.below(8)) {
      case 0: return "null";
      case 1: return "\"\"";
      case 2: return random_.chance(50) ? "true" : "false";
      case 3: return std::to_string(static_cast<std::int64_t>(random_.next()));
      case 4:
        return std::to_string(random_.below(1000)) + ".5e" + std::to_string(random_.below(40));
      case 5: return R"([1,{"b":"x","a":null}])";
      case 6: return "\"2026-05-08 22:55:5" + std::to_string(random_.below(10)) + "\"";
      default: return text(limit);
    }
  }
  std::string properties() {
    constexpr std::string_view keys[] = {"name", "zeta", "state", "title", "created_at", "alpha"};
    std::string out;
    for (const std::string_view key : keys) {
      if (random_.chance(50)) continue;
      out += (out.empty() ? "\"" : ",\"") + std::string(key) +
             "\":" + value(key == "name" || key == "title" ? 200 : 1000);
    }
    return out;
  }
  std::string node(int id) {
    const std::string more = properties();
    return R"({"type":")" + type() + R"(","id":")" + std::to_string(id - 4) + "\"" +
           (more.empty() ? "" : "," + more) + "}";
  }
  std::string edge(bool path, int step) {
    std::string out = R"({"type":"E)" + std::to_string(random_.below(2)) + R"(","from":")" +
                      type() + R"(","from_id":)" + std::to_string(random_.below(4)) + R"(,"to":")" +
                      type() + R"(","to_id":)" + std::to_string(random_.below(4));
    if (path) {
      out += R"(,"path_id":)" + std::to_string(random_.below(12)) + R"(,"step":)" +
             std::to_string(step);
    } else if (random_.chance(40)) {
      out += R"(,"depth":)" + std::to_string(random_.below(3));
    }
    return out + "}";
  }
  void rows(Made& made, bool aggregation) {
    made.rest += R"(,"group_columns":[{"name":"g","kind":")" +
                 std::string(aggregation ? "node" : "property") +
                 R"("},{"name":"h","kind":"property","property":"p"}],)"
                 R"("columns":[{"name":"n","function":"count","target":"t"}],"rows":[)";
    for (std::size_t i = random_.below(5); i > 0; --i) {
      std::string row;
      if (random_.chance(80)) {
        row += R"("g":)";
        row += aggregation
                   ? R"({"type":")" + type() + R"(","id":")" + std::to_string(random_.below(4)) +
                         R"(","properties":{)" + properties() + "}}"
                   : value(1000);
      }
      if (random_.chance(70))
        row += (row.empty() ? "" : ",") + std::string(R"("n":)") + value(1000);
      if (random_.chance(70))
        row += (row.empty() ? "" : ",") + std::string(R"("h":)") + value(1000);
      made.rest += "{" + row + (i == 1 ? "}" : "},");
    }
    made.rest += "]";
  }

  Random& random_;
};

TEST(GoonProperties, PureInvariantUnderOrderAndAFixedPoint) {
  Random random(20);
  int compared = 0;
  for (int i = 0; i < 3000; ++i) {
    Responses::Made made = Responses(random).make();
    const std::string text = written(made.json());
    ASSERT_TRUE(text.starts_with("@header\n")) << text << made.json();
    EXPECT_EQ(written(made.json()), text);
    // Steps of paths are numbered differently when they are read; the text is the same.
    const auto back = goon::decode(exact(text));
    ASSERT_TRUE(back.ok()) << back.error().message() << "\n" << text;
    const auto again = goon::encode(back->root());
    ASSERT_TRUE(again.ok()) << again.error().message();
    EXPECT_EQ(*again, text) << made.json();
    goon::DecodeOptions texts;
    texts.numbers = false;
    const auto as_texts = goon::decode(text, texts);
    ASSERT_TRUE(as_texts.ok());
    EXPECT_EQ(*goon::encode(as_texts->root()), text);
    for (auto* list : {&made.nodes, &made.edges}) {
      for (std::size_t n = list->size(); n > 1; --n)
        std::swap((*list)[n - 1], (*list)[random.below(n)]);
    }
    EXPECT_EQ(written(made.json()), text) << made.json();
    if (made.nodes.size() + made.edges.size() > 2) ++compared;
  }
  EXPECT_GT(compared, 1000);
}

// --- the bridge

TEST(GoonBridge, PayloadsThereAndBack) {
  graph::Payload payload;
  payload.tool = "t";
  payload.symbols = {{"p.A", "function", 0.5, "f()", "ast", 1, {1, 0, 0, 0}},
                     {"p.B", "", 0.25, "", "ast", 0, {}}};
  payload.edges = {{"p.A", "p.B", "calls", "added"}, {"p.A", "gone", "calls", ""}};
  std::vector<Loss> losses;
  const auto response = goon::from_payload(payload, &losses);
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(*json::encode(response->root()),
            R"({"query_type":"traversal","nodes":[{"type":"function","id":"0",)"
            R"x("qualified_name":"p.A","score":0.5,"provenance":"ast","signature":"f()",)x"
            R"("distance":1},)"
            R"({"type":"unknown","id":"1","qualified_name":"p.B","score":0.25,"provenance":"ast",)"
            R"("signature":"","distance":0}],"edges":[{"type":"CALLS","from":"function",)"
            R"("from_id":"0","to":"unknown","to_id":"1"}]})");
  ASSERT_EQ(losses.size(), 5U);
  EXPECT_EQ(losses[3].what, "1 edge(s) lose their status");
  losses.clear();
  const auto back = goon::to_payload(response->root(), &losses);
  ASSERT_TRUE(back.ok());
  ASSERT_EQ(back->symbols.size(), 2U);
  EXPECT_EQ(back->symbols[0].qualified_name, "p.A");
  EXPECT_EQ(back->symbols[0].kind, "function");
  EXPECT_EQ(back->symbols[0].provenance, "goon");
  EXPECT_EQ(back->symbols[0].score, 0);
  ASSERT_EQ(back->edges.size(), 1U);
  EXPECT_EQ(back->edges[0], (graph::Edge{"p.A", "p.B", "calls", ""}));
  ASSERT_EQ(losses.size(), 1U);
  EXPECT_EQ(losses[0].what, "8 properties of nodes are left out");
  const auto other = json::decode(
      R"({"query_type":"t","nodes":[{"type":"U","id":7}],"edges":[{"type":"R","from":"U",
          "from_id":7,"to":"V","to_id":8}]})");
  const auto named = goon::to_payload(other->root());
  ASSERT_TRUE(named.ok());
  EXPECT_EQ(named->symbols[0].qualified_name, "U:7");
  EXPECT_EQ(named->edges[0].target, "V:8");
}

TEST(GoonBridge, GeneratedPayloadsCanBeWritten) {
  Random random(9);
  for (int i = 0; i < 100; ++i) {
    const graph::Payload payload = support::generate_graph(random);
    const auto response = goon::from_payload(payload);
    ASSERT_TRUE(response.ok());
    const auto text = goon::encode(response->root());
    ASSERT_TRUE(text.ok());
    const auto back = goon::decode(*text);
    ASSERT_TRUE(back.ok()) << back.error().message() << *text;
    EXPECT_EQ(goon::to_payload(back->root())->symbols.size(), payload.symbols.size());
  }
}

}  // namespace
}  // namespace laconic

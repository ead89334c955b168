// mcp_list_test.cpp - lists of tools, instructions, and arguments by their schemas.
#include <gtest/gtest.h>

#include <string>

#include "mcp/list_rewriter.hpp"
#include "mcp_fixture.hpp"

namespace laconic::mcp {
namespace {

using testing::call_of;
using testing::in_quotes;
using testing::list_of_tools;
using testing::Pipe;
using testing::result_of;
using testing::rows_object;
using testing::strip_settings;
using testing::text_block;

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string twin_result() {
  return R"({"content":[)" + text_block(rows_object(30, true)) + R"(],"structuredContent":)" +
         rows_object(30) + "}";
}

TEST(ToolList, SchemasLeaveFromEveryPosition) {
  const std::string_view o =
      R"("outputSchema":{"type":"object","properties":{"a":{"type":"string"}}})";
  const std::string out(o);
  const struct {
    std::string before;
    std::string after;
  } cases[] = {
      {"{" + out + R"(,"name":"a","inputSchema":{}})", R"({"name":"a","inputSchema":{}})"},
      {R"({"name":"a",)" + out + R"(,"inputSchema":{}})", R"({"name":"a","inputSchema":{}})"},
      {R"({"name":"a","inputSchema":{},)" + out + "}", R"({"name":"a","inputSchema":{}})"},
      {R"({ "name" : "a" , )" + out + R"( , "inputSchema":{ "x":1.0 } })",
       R"({ "name" : "a" , "inputSchema":{ "x":1.0 } })"},
      {R"({"name":"a","inputSchema":{"properties":{"outputSchema":{}}}})",
       R"({"name":"a","inputSchema":{"properties":{"outputSchema":{}}}})"},
  };
  for (const auto& each : cases) {
    Pipe pipe(strip_settings());
    EXPECT_EQ(pipe.list(each.before), list_of_tools("\"list\"", each.after));
    EXPECT_TRUE(pipe.interceptor.tools().find("a")->was_stripped);
    Pipe keep;
    EXPECT_EQ(keep.list(each.before), list_of_tools("\"list\"", each.before));
  }
  Pipe pipe(strip_settings());
  EXPECT_EQ(
      pipe.list(cases[0].before + " , " + cases[1].before + "," + cases[2].before),
      list_of_tools("\"list\"", cases[0].after + " , " + cases[1].after + "," + cases[2].after));
}

TEST(ToolList, EqualListsGiveEqualBytes) {
  const std::string tools = R"({"name":"a","outputSchema":{}},{"name":"b","outputSchema":{}})";
  Pipe pipe(strip_settings());
  const std::string first = pipe.list(tools);
  EXPECT_EQ(pipe.list(tools), first);
}

TEST(ToolList, AppsAreLeftAlone) {
  for (const std::string_view meta :
       {R"({"ui":{"resourceUri":"ui://x"}})", R"({"ui/resourceUri":"ui://x"})",
        R"({"openai/widget":1})", R"({"a":1,"a":2})"}) {
    const std::string tool =
        R"({"name":"app","outputSchema":{},"_meta":)" + std::string(meta) + "}";
    Pipe pipe(strip_settings());
    EXPECT_EQ(pipe.list(tool), list_of_tools("\"list\"", tool)) << meta;
    EXPECT_EQ(pipe.call("app", twin_result()), result_of("7", twin_result())) << meta;
    EXPECT_EQ(pipe.reason(), "exempt");
  }
}

TEST(ToolList, PagesAreReadOneByOne) {
  Pipe pipe(strip_settings());
  const std::string a = R"({"name":"a","outputSchema":{}})";
  const std::string b = R"({"name":"b","outputSchema":{}})";
  EXPECT_EQ(pipe.list(a, R"(,"nextCursor":"")"),
            list_of_tools("\"list\"", R"({"name":"a"})", R"(,"nextCursor":"")"));
  EXPECT_TRUE(has(pipe.call("b", twin_result()), "structuredContent"));
  EXPECT_EQ(pipe.list(b, R"(,"nextCursor":"x\/y")"),
            list_of_tools("\"list\"", R"({"name":"b"})", R"(,"nextCursor":"x\/y")"));
  EXPECT_FALSE(has(pipe.call("a", twin_result()), "structuredContent"));
  EXPECT_FALSE(has(pipe.call("b", twin_result()), "structuredContent"));
}

TEST(ToolList, ASharedCacheDoesNotGetAListForOneClient) {
  const std::string tool = R"({"name":"a","outputSchema":{}})";
  const std::string scope = R"(,"ttlMs":60000,"cacheScope":"public")";
  Pipe automatic;
  automatic.greet("claude-code");
  EXPECT_EQ(automatic.list(tool, scope), list_of_tools("\"list\"", R"({"name":"a"})",
                                                       R"(,"ttlMs":60000,"cacheScope":"private")"));
  Pipe fixed(strip_settings());
  EXPECT_EQ(fixed.list(tool, scope), list_of_tools("\"list\"", R"({"name":"a"})", scope));
  Pipe unknown;
  EXPECT_EQ(unknown.list(tool, scope), list_of_tools("\"list\"", tool, scope));
}

// ---- evidence: what the client holds is what it got last

TEST(Evidence, ALaterListThatStayedAsItWasTakesItBack) {
  const std::string good = R"({"name":"t","outputSchema":{}})";
  const std::string odd[] = {
      list_of_tools("\"list\"", R"({"name":"t","outputSchema":{},"outputSchema":{}})"),
      list_of_tools("\"list\"", R"({"n\u0061me":"t","outputSchema":{}})"),
      result_of("\"list\"", R"({"tools":[)" + good + R"(],"tools":[)" + good + "]}"),
      R"({"id":"list","id":"list","result":{"tools":[)" + good + "]}}\n",
  };
  for (const std::string& line : odd) {
    Pipe pipe(strip_settings());
    pipe.list(good);
    ASSERT_FALSE(has(pipe.call("t", twin_result()), "structuredContent"));
    pipe.client(R"({"jsonrpc":"2.0","id":"list","method":"tools/list"})"
                "\n");
    EXPECT_EQ(pipe.server(line), line);
    EXPECT_TRUE(has(pipe.call("t", twin_result()), "structuredContent")) << line;
  }
}

TEST(Evidence, AListThatIsTooLongTakesItBack) {
  ProxySettings settings = strip_settings();
  settings.max_encode_bytes = 1000;
  Pipe pipe(settings);
  const std::string good = R"({"name":"t","outputSchema":{}})";
  pipe.list(good);
  ASSERT_TRUE(pipe.interceptor.tools().find("t")->was_stripped);
  const std::string blanks(std::size_t{3} << 20, ' ');
  EXPECT_EQ(pipe.list(good + blanks), list_of_tools("\"list\"", good + blanks));
  EXPECT_FALSE(pipe.interceptor.tools().find("t")->was_stripped);
}

TEST(Evidence, AListInABatchTakesItBack) {
  Pipe pipe(strip_settings());
  const std::string good = R"({"name":"t","outputSchema":{}})";
  pipe.list(good);
  pipe.client(R"([{"jsonrpc":"2.0","id":5,"method":"tools/list"}])"
              "\n");
  const std::string answer = R"([{"jsonrpc":"2.0","id":5,"result":{"tools":[)" + good + "]}}]\n";
  EXPECT_EQ(pipe.server(answer), answer);
  EXPECT_TRUE(has(pipe.call("t", twin_result()), "structuredContent"));
}

TEST(Evidence, AnotherClientOnThePipeIsNotGuessedAt) {
  Pipe pipe;
  const auto modern = [](std::string_view id, std::string_view method, std::string_view client) {
    return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":")" + std::string(method) +
           R"(","params":{"name":"t","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
           R"("io.modelcontextprotocol/clientInfo":{"name":")" +
           std::string(client) + "\"}}}}\n";
  };
  const std::string tool = R"({"name":"t","outputSchema":{}})";
  pipe.client(modern("1", "tools/list", "claude-code"));
  EXPECT_EQ(pipe.server(list_of_tools("1", tool)), list_of_tools("1", R"({"name":"t"})"));
  pipe.client(modern("2", "tools/call", "claude-code"));
  EXPECT_FALSE(has(pipe.server(result_of("2", twin_result())), "structuredContent"));
  pipe.client(modern("3", "tools/call", "somebody"));
  EXPECT_TRUE(has(pipe.server(result_of("3", twin_result())), "structuredContent"));
  // The other one lists: the entry with the schema is now on the pipe.
  pipe.client(modern("4", "tools/list", "somebody"));
  EXPECT_EQ(pipe.server(list_of_tools("4", tool)), list_of_tools("4", tool));
  pipe.client(modern("5", "tools/call", "claude-code"));
  EXPECT_TRUE(has(pipe.server(result_of("5", twin_result())), "structuredContent"));
}

TEST(Evidence, ServersThatEditFilesShowFiles) {
  const std::string rows = R"({"content":[)" + text_block(testing::rows_json(30, true)) + "]}";
  for (
      const std::string_view schema :
      {R"({"type":"object","properties":{"old_string":{"type":"string"}}})",
       R"({"properties":{"edits":{"type":"array","items":{"type":"object","properties":{"oldText":{}}}}}})"}) {
    Pipe pipe;
    EXPECT_NE(pipe.call("show_rows", rows), result_of("7", rows));
    pipe.list(R"({"name":"show_rows"},{"name":"edit","inputSchema":)" + std::string(schema) + "}");
    EXPECT_EQ(pipe.call("show_rows", rows), result_of("7", rows));
    EXPECT_NE(pipe.call("search", rows), result_of("7", rows));
  }
}

// ---- hints

std::string greeting(Pipe& pipe, std::string_view method, std::string_view result) {
  pipe.client(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) + "\"}\n");
  return pipe.server(result_of("1", result));
}

constexpr std::string_view sentence =
    "Tool results may be GCF or TOON text: compact tables holding the same data as JSON.";

TEST(Hint, IsAddedToInstructions) {
  for (const std::string_view method : {"initialize", "server/discover"}) {
    Pipe pipe;
    EXPECT_EQ(
        greeting(pipe, method, R"({"capabilities":{} })"),
        result_of("1", R"({"capabilities":{} ,"instructions":")" + std::string(sentence) + "\"}"));
    EXPECT_EQ(greeting(pipe, method, "{}"),
              result_of("1", R"({"instructions":")" + std::string(sentence) + "\"}"));
    EXPECT_EQ(greeting(pipe, method, R"({"instructions":"Use \u0061 it\/.","x":1})"),
              result_of("1", R"({"instructions":"Use \u0061 it\/.\n\n)" + std::string(sentence) +
                                 R"(","x":1})"));
    EXPECT_GT(pipe.interceptor.statistics().hint_tokens, 0U);
  }
}

TEST(Hint, IsNotAddedWhereItWouldHurt) {
  Pipe pipe;
  for (const std::string& result :
       {R"({"instructions":")" + std::string(1990, 'x') + "\"}",
        std::string(R"({"instructions":null})"), std::string(R"({"instructions":5})"),
        std::string(R"({"a":1,"a":2})"), std::string("[]")}) {
    EXPECT_EQ(greeting(pipe, "initialize", result), result_of("1", result));
  }
  const std::string error = R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}})"
                            "\n";
  pipe.client(R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})"
              "\n");
  EXPECT_EQ(pipe.server(error), error);
  ProxySettings quiet = testing::default_settings();
  quiet.hint = false;
  ProxySettings json_only = testing::default_settings();
  json_only.formats.resize(1);
  ProxySettings dry = testing::default_settings();
  dry.dry_run = true;
  for (const ProxySettings& settings : {quiet, json_only, dry}) {
    Pipe other(settings);
    EXPECT_EQ(greeting(other, "initialize", "{}"), result_of("1", "{}"));
  }
}

// ---- arguments

TEST(Arguments, OnlySchemasThatTakeStructureAndNoString) {
  const auto takes = [](std::string_view own, char first) {
    return takes_structure_only(R"({"type":"object","properties":{"a":)" + std::string(own) + "}}",
                                "a", first);
  };
  EXPECT_TRUE(takes(R"({"type":"object"})", '{'));
  EXPECT_FALSE(takes(R"({"type":"object"})", '['));
  EXPECT_TRUE(takes(R"({"type":"array","items":{"$ref":"#/x"}})", '['));
  EXPECT_TRUE(takes(R"({"type":["object","null"]})", '{'));
  EXPECT_TRUE(takes(R"({"anyOf":[{"type":"object"},{"type":"null"}]})", '{'));
  EXPECT_TRUE(takes(R"({"oneOf":[{"type":"array"},{"type":"object"}]})", '['));
  for (const std::string_view no :
       {R"({"type":"string"})", R"({"type":["object","string"]})", R"({})", "true",
        R"({"$ref":"#/x"})", R"({"anyOf":[{"type":"object"},{"type":"string"}]})",
        R"({"anyOf":[{"type":"object"},{}]})", R"({"type":"object","not":{}})",
        R"({"allOf":[{"type":"object"}]})", R"({"type":"object","enum":[]})",
        R"({"anyOf":[{"type":"object"},{"$ref":"#/x"}]})", R"({"type":5})"}) {
    EXPECT_FALSE(takes(no, '{')) << no;
  }
  EXPECT_FALSE(takes_structure_only(R"({"properties":{}})", "a", '{'));
  EXPECT_FALSE(takes_structure_only("{", "a", '{'));
}

TEST(Arguments, AreDecodedWhereAllowedAndNothingElseChanges) {
  ProxySettings settings = testing::default_settings();
  settings.tools.push_back({{"save*"}, {}, {}, {"gcf", "toon", "json-min"}, {}});
  Pipe pipe(settings);
  pipe.list(
      R"({"name":"save","inputSchema":{"type":"object","properties":{"rows":{"type":"array"},)"
      R"("text":{"type":"string"},"object":{"type":"object"}}}})");
  const auto rows = json::decode(testing::rows_json(5, false));
  const std::string toon = *encode(testing::codec_of("toon"), rows->root());
  const std::string gcf = *encode(testing::codec_of("gcf"), rows->root());
  const auto args = [](std::string_view text) {
    return R"(, "arguments" : { "rows" : )" + std::string(text) +
           R"( ,"n":1.0},"_meta":{"progressToken":1})";
  };
  for (const std::string& text : {toon, gcf, testing::rows_json(5, true)}) {
    EXPECT_EQ(pipe.client(call_of("1", "save", args(in_quotes(text)))),
              call_of("1", "save", args(testing::rows_json(5, false))));
  }
  // Not another tool, not a string, not a root of another kind, not what does not decode.
  for (const std::string& line :
       {call_of("1", "other", args(in_quotes(toon))),
        call_of("1", "save", R"(,"arguments":{"text":)" + in_quotes(toon) + "}"),
        call_of("1", "save", R"(,"arguments":{"object":)" + in_quotes(toon) + "}"),
        call_of("1", "save", R"(,"arguments":{"rows":"[3]{a}: 1"})"),
        call_of("1", "save", R"(,"arguments":{"rows":"plain words"})"),
        call_of("1", "save", R"(,"arguments":{"rows":["[1]"],"rows":1})"),
        call_of("1", "save", R"(,"arguments":{"unknown":)" + in_quotes(toon) + "}")}) {
    EXPECT_EQ(pipe.client(line), line);
  }
  Pipe plain;
  plain.list(R"({"name":"save","inputSchema":{"properties":{"rows":{"type":"array"}}}})");
  const std::string line = call_of("1", "save", args(in_quotes(toon)));
  EXPECT_EQ(plain.client(line), line);
}

}  // namespace
}  // namespace laconic::mcp

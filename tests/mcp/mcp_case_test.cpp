// mcp_case_test.cpp - what other proxies got wrong, case by case.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "mcp_fixture.hpp"
#include "random.hpp"

namespace laconic::mcp {
namespace {

using testing::call_of;
using testing::in_quotes;
using testing::list_of_tools;
using testing::Pipe;
using testing::result_of;
using testing::rows_json;
using testing::rows_object;
using testing::sent_text;
using testing::text_block;
using testing::text_result;

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool says_the_same(std::string_view sent, std::string_view original) {
  const auto a = testing::read_sent(sent);
  const auto b = json::decode(original);
  return a && b && same_data(a->root(), b->root());
}

const std::string graph_tool =
    R"({"name":"read_graph","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}})";

std::string graph_result() {
  return R"({"content":[)" + text_block(rows_object(40, true)) + R"(],"structuredContent":)" +
         rows_object(40) + "}";
}

TEST(ProxyCase, Case01_StripForAClientThatShowsStructured) {
  Pipe pipe;
  pipe.greet("claude-code");
  EXPECT_FALSE(has(pipe.list(graph_tool), "outputSchema"));
  const std::string got = pipe.call("read_graph", graph_result());
  EXPECT_FALSE(has(got, "structuredContent"));
  EXPECT_TRUE(says_the_same(sent_text(got), rows_object(40)));
  EXPECT_LT(pipe.decisions.back().tokens_sent, pipe.decisions.back().tokens_shown);
}

TEST(ProxyCase, Case02_StructuredStaysWhenNothingWasListed) {
  Pipe pipe;
  pipe.greet("claude-code");
  EXPECT_TRUE(
      has(pipe.call("read_graph", graph_result()), R"("structuredContent":)" + rows_object(40)));
}

TEST(ProxyCase, Case03_AListFromBeforeIsNoEvidence) {
  Pipe before;
  before.greet("claude-code");
  before.list(graph_tool);
  Pipe now;  // the same client on a new pipe, with its cache
  now.greet("claude-code");
  EXPECT_TRUE(has(now.call("read_graph", graph_result()), "structuredContent"));
}

TEST(ProxyCase, Case04_DifferentStructuredContentIsDelivered) {
  Pipe pipe(testing::strip_settings());
  pipe.list(graph_tool);
  const std::string result = R"({"content":[)" + text_block("# A page\n\nwith words") +
                             R"(],"structuredContent":{"url":"https://example.org","status":200}})";
  EXPECT_EQ(pipe.call("read_graph", result), result_of("7", result));
}

TEST(ProxyCase, Case05_AppsAreByteIdentical) {
  Pipe pipe(testing::strip_settings());
  const std::string app =
      R"({"name":"app","outputSchema":{},"_meta":{"ui":{"resourceUri":"ui://a"}}})";
  EXPECT_EQ(pipe.list(app), list_of_tools("\"list\"", app));
  EXPECT_EQ(pipe.call("app", graph_result()), result_of("7", graph_result()));
}

TEST(ProxyCase, Case06_PayloadsThatLookLikeGraphsKeepEverything) {
  std::string data = R"({"tool":"search","extra":{"a":[1,2]},"symbols":[)";
  for (int i = 0; i < 12; ++i) {
    data += std::string(i == 0 ? "" : ",") + R"({"qualifiedName":"name with blanks )" +
            std::to_string(i) + R"(","kind":"function","score":)" +
            (i % 2 == 0 ? "0.123456789" : "1e-9") +
            R"(,"provenance":"lsp","distance":0,"mine":"kept )" + std::to_string(i) + "\"}";
  }
  data +=
      R"(],"edges":[{"source":"name with blanks 1","target":"name with blanks 0","edgeType":"calls","weight":0.5}]})";
  EncodeOptions pretty;
  pretty.indent = 2;
  const std::string text = *json::encode(json::decode(data)->root(), pretty);
  for (const std::string_view format : {"gcf", "toon"}) {
    ProxySettings settings = testing::default_settings();
    settings.formats.assign(1, testing::format_of(format));
    Pipe pipe(settings);
    const std::string got = pipe.call("search", R"({"content":[)" + text_block(text) + "]}");
    EXPECT_TRUE(says_the_same(sent_text(got), text)) << got;
    for (int i = 0; i < 12; ++i)
      EXPECT_TRUE(has(got, "kept " + std::to_string(i))) << got;
  }
}

TEST(ProxyCase, Case07_NothingGrows) {
  const std::string nested =
      R"({"a":{"b":{"c":{"d":{"e":{"f":[{"x":{"y":[1,{"z":null}]}},[],{},"",{"q":[[[1]]]}]}}}},)"
      R"("g":[[],[[]],[{}],{"h":{"i":{"j":[true,false,null]}}}]}})";
  ProxySettings settings = testing::default_settings();
  settings.min_tokens = 0;
  for (const bool pretty : {false, true}) {
    EncodeOptions options;
    options.indent = pretty ? 2 : 0;
    const std::string text = *json::encode(json::decode(nested)->root(), options);
    Pipe pipe(settings);
    const std::string sent = sent_text(pipe.call("t", R"({"content":[)" + text_block(text) + "]}"));
    EXPECT_LE(sent.size(), text.size());
    for (const Tokenizer& tokenizer : settings.tokenizers)
      EXPECT_LE(*tokenizer.count(sent), *tokenizer.count(text));
    EXPECT_TRUE(says_the_same(sent, text));
  }
}

TEST(ProxyCase, Case08_NumbersAreExact) {
  std::string text = "[\n";
  for (int i = 0; i < 10; ++i)
    text += std::string(i == 0 ? "" : ",\n") +
            R"(  {"big": 12345678901234567890, "f": 1.0, "d": 0.1000, "neg0": -0, "n": )" +
            std::to_string(i) + "}";
  text += "\n]";
  const std::string meta = R"("_meta":{"n":9007199254740993,"f":1.0,"e":1E+2})";
  for (const Exactness exactness : {Exactness::value, Exactness::lexeme}) {
    for (const std::string_view format : {"json-min", "gcf", "toon"}) {
      ProxySettings settings = testing::default_settings();
      settings.formats.assign(1, testing::format_of(format));
      settings.lossless = exactness;
      Pipe pipe(settings);
      const std::string got =
          pipe.call("t", "{" + meta + R"(,"content":[)" + text_block(text) + "]}");
      EXPECT_TRUE(has(got, meta));
      const auto sent = testing::read_sent(sent_text(got));
      ASSERT_TRUE(sent.ok()) << got;
      EXPECT_TRUE(same_data(sent->root(), json::decode(text)->root(), exactness)) << got;
    }
  }
}

TEST(ProxyCase, Case09_DuplicateKeysAreForwarded) {
  Pipe pipe;
  const std::string result =
      R"({"content":[)" + text_block(R"({"a": 1, "a": 2, "rows": )" + rows_json(20, true) + "}") +
      "]}";
  EXPECT_EQ(pipe.call("t", result), result_of("7", result));
}

TEST(ProxyCase, Case10_CharactersStayWhatTheyAre) {
  Pipe pipe;
  const std::string odd = "<a> & \xE2\x80\xA8 \xF0\x9F\x98\x80 \xC3\xA9";
  std::string text = "[";
  for (int i = 0; i < 12; ++i)
    text += (i == 0 ? "\n  {\"s\": \"" : ",\n  {\"s\": \"") + odd +
            "\", \"t\": \"\\u001f\\u2028\\ud83d\\ude00\", \"i\": " + std::to_string(i) + "}";
  text += "\n]";
  const std::string untouched = R"("_meta":{"x":"\u003c\u2028\ud800 )" + odd + R"("})";
  const std::string got =
      pipe.call("t", "{" + untouched + R"(,"content":[)" + text_block(text) + "]}");
  EXPECT_TRUE(has(got, untouched));
  EXPECT_EQ(pipe.reason(), "");
  // By the bytes: a lone surrogate in _meta keeps our own reader from the whole message.
  EXPECT_TRUE(has(got, odd));
  EXPECT_FALSE(has(got, "\\u003ca"));
  std::string quoted_text = got.substr(got.find(R"("text":)") + 7);
  quoted_text.resize(quoted_text.rfind("}]}"));
  std::string sent;
  ASSERT_TRUE(read_json_string(quoted_text, sent)) << quoted_text;
  EXPECT_TRUE(says_the_same(sent, text));
  // A lone surrogate in the data: as it came.
  const std::string lone = R"({"content":[)" +
                           text_block(R"({"a":"\ud800", "rows": )" + rows_json(20, true) + "}") +
                           "]}";
  EXPECT_EQ(pipe.call("t", lone), result_of("7", lone));
}

TEST(ProxyCase, Case11_ErrorsAreByteIdentical) {
  Pipe pipe;
  for (const std::string_view flag : {R"("isError":true)", R"( "isError" : true )"}) {
    const std::string result =
        R"({"content":[)" + text_block(rows_json(20, true)) + "]," + std::string(flag) + "}";
    EXPECT_EQ(pipe.call("t", result), result_of("7", result));
  }
  pipe.client(call_of("3", "t"));
  const std::string error =
      R"({"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"x","data":{ "a" : [1, 2] }}})"
      "\n";
  EXPECT_EQ(pipe.server(error), error);
}

TEST(ProxyCase, Case12_OnlyTheJsonBlockChanges) {
  const std::string before =
      R"({"content":[{"type":"text","text":)" + in_quotes(rows_json(20, true)) +
      R"(,"annotations":{"audience":["user"]}},{"type":"image","data":"eyJhIjoxfQ==","mimeType":"image/png"},)"
      R"({"type":"text","text":)";
  const std::string after =
      R"(},{"type":"audio","data":"AA==","mimeType":"audio/wav"},{"type":"resource","resource":)"
      R"({"uri":"file:///a.json","mimeType":"application/json","text":"{\"a\": 1}"}}]})";
  Pipe pipe;
  const std::string got = pipe.call("t", before + in_quotes(rows_json(30, true)) + after);
  const std::string head = R"({"jsonrpc":"2.0","id":7,"result":)" + before;
  ASSERT_TRUE(got.starts_with(head)) << got;
  ASSERT_TRUE(got.ends_with(after + "}\n")) << got;
  EXPECT_TRUE(says_the_same(sent_text(got, 2), rows_json(30, false)));
}

TEST(ProxyCase, Case13_FilesAreExact) {
  Pipe pipe;
  for (const std::string_view tool : {"read_file", "read_text_file", "read_multiple_files"}) {
    const std::string result = R"({"content":[)" + text_block(rows_json(20, true)) + "]}";
    EXPECT_EQ(pipe.call(tool, result), result_of("7", result));
  }
}

TEST(ProxyCase, Case14_ArgumentsThatLookEncodedAreData) {
  Pipe pipe;
  pipe.list(R"({"name":"write_file","inputSchema":{"properties":{"content":{"type":"string"}}}})");
  for (const std::string_view text :
       {"GCF profile=generic\n## rows [1]{a}\n1\n", "rows[2]{a,b}:\n  1,2\n  3,4"}) {
    const std::string line = call_of(
        "1", "write_file", R"(,"arguments":{"path":"a","content":)" + in_quotes(text) + "}");
    EXPECT_EQ(pipe.client(line), line);
  }
}

TEST(ProxyCase, Case15_RequestsArriveAsTheyWere) {
  Pipe pipe;
  const std::string line =
      R"( {"params":{"_meta":{"progressToken":0,"x/y":{"big":9007199254740993}},"unknown":[ 1 , {"a":1.0}],"task":{"ttl":60000},)"
      R"("inputResponses":{"a":{"action":"accept"}},"requestState":"\u0061b","arguments":{"a":1e2},"name":"t"},)"
      R"("method":"tools/call","id":"x","jsonrpc":"2.0","extra":null})"
      "\r\n";
  EXPECT_EQ(pipe.client(line), line);
  EXPECT_EQ(pipe.interceptor.waiting(), 1U);
}

TEST(ProxyCase, Case16_InputRequiredAndItsRetryPass) {
  Pipe pipe;
  const std::string meta = R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"})";
  EXPECT_EQ(pipe.client(call_of("1", "t", meta)), call_of("1", "t", meta));
  const std::string ask = result_of(
      "1",
      R"({"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create"}},)"
      R"("requestState":"s","content":[)" +
          text_block(rows_json(20, true)) + "]}");
  EXPECT_EQ(pipe.server(ask), ask);
  const std::string retry =
      call_of("2", "t", meta + R"(,"inputResponses":{"a":{}},"requestState":"s")");
  EXPECT_EQ(pipe.client(retry), retry);
  EXPECT_TRUE(has(pipe.server(text_result("2", rows_json(30, true), R"(,"resultType":"complete")")),
                  R"(,"resultType":"complete"})"));
  EXPECT_EQ(pipe.reason(), "");
}

TEST(ProxyCase, Case17_TwelveMebibytesArriveComplete) {
  Pipe pipe;
  std::string rows = "[";
  while (rows.size() < (std::size_t{12} << 20))
    rows += R"({"a": "some text", "b": 12345}, )";
  rows += "1]";
  pipe.client(call_of("1", "t"));
  const std::string line = text_result("1", rows);
  std::string got;
  std::size_t most = 0;
  for (std::size_t at = 0; at < line.size(); at += 65536) {
    const std::string piece = pipe.server(std::string_view(line).substr(at, 65536));
    most = std::max(most, piece.size());
    got += piece;
  }
  EXPECT_TRUE(got == line);
  EXPECT_LE(most, (std::size_t{9} << 20) + 65536);
  EXPECT_EQ(pipe.interceptor.waiting(), 0U);
}

TEST(ProxyCase, Case18_ProgressIsForwardedAtOnceAndNoneIsMade) {
  Pipe pipe;
  pipe.client(call_of("1", "t", R"(,"_meta":{"progressToken":"p"})"));
  const std::string progress =
      R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":90,"total":100}})"
      "\n";
  EXPECT_EQ(pipe.server(progress), progress);
  const std::string got = pipe.server(text_result("1", rows_json(500, true)));
  EXPECT_FALSE(has(got, "progress"));
  EXPECT_EQ(std::count(got.begin(), got.end(), '\n'), 1);
}

TEST(ProxyCase, Case20_TheServerAsksWhileACallIsOpen) {
  Pipe pipe;
  pipe.client(call_of("1", "t"));
  for (const std::string_view method :
       {"sampling/createMessage", "elicitation/create", "roots/list", "ping"}) {
    // The same id is open in both directions.
    const std::string ask =
        R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) + "\",\"params\":{}}\n";
    EXPECT_EQ(pipe.server(ask), ask);
    const std::string reply = text_result("1", rows_json(20, true));
    EXPECT_EQ(pipe.client(reply), reply);
    EXPECT_EQ(pipe.interceptor.waiting(), 1U);
  }
  EXPECT_NE(pipe.server(text_result("1", rows_json(20, true))),
            text_result("1", rows_json(20, true)));
}

TEST(ProxyCase, Case21_TwoHundredCallsAtOnce) {
  Pipe pipe;
  support::Random random(21);
  std::vector<int> order;
  for (int i = 0; i < 200; ++i) {
    pipe.client(call_of(std::to_string(i), "t" + std::to_string(i)));
    order.push_back(i);
  }
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[random.below(i)]);
  for (const int i : order) {
    const std::string text = rows_json(10 + i % 7, true, "row of " + std::to_string(i));
    const std::string got = pipe.server(text_result(std::to_string(i), text));
    EXPECT_TRUE(has(got, "\"id\":" + std::to_string(i) + ","));
    EXPECT_TRUE(says_the_same(sent_text(got), text));
    EXPECT_EQ(pipe.decisions.back().tool, "t" + std::to_string(i));
  }
  EXPECT_EQ(pipe.interceptor.waiting(), 0U);
}

TEST(ProxyCase, Case22_CancelThenGoOn) {
  Pipe pipe;
  pipe.client(call_of("1", "slow"));
  const std::string cancel =
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"reason":"x"}})"
      "\n";
  EXPECT_EQ(pipe.client(cancel), cancel);
  pipe.client(call_of("2", "echo"));
  const std::string echo = text_result("2", "hi");
  EXPECT_EQ(pipe.server(echo), echo);
  EXPECT_EQ(pipe.interceptor.waiting(), 0U);
}

TEST(ProxyCase, Case37_ErrorsOfOursAreValidJson) {
  Pipe pipe;
  pipe.client(call_of(R"("a\"\\\n\u0001\u2028")", "t"));
  std::string got = pipe.server_ends();
  ASSERT_TRUE(got.ends_with("\n"));
  const auto message = json::decode(got);
  ASSERT_TRUE(message.ok()) << got;
  EXPECT_EQ(message->root().find("id")->string(), "a\"\\\n\x01\xE2\x80\xA8");
}

TEST(ProxyCase, Case38_BannersAndStackTraces) {
  Pipe pipe;
  EXPECT_EQ(
      pipe.server("Knowledge Graph MCP Server running on stdio\nError: \"x\"\n    at f (a.js:1)\n"),
      "");
  pipe.client(call_of("1", "t"));
  EXPECT_EQ(pipe.server(text_result("1", "hi")), text_result("1", "hi"));
}

TEST(ProxyCase, Case41_PagesAndTheEmptyCursor) {
  Pipe pipe(testing::strip_settings());
  const std::string ask = R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":""}})"
                          "\n";
  EXPECT_EQ(pipe.client(ask), ask);
  EXPECT_EQ(pipe.server(list_of_tools("1", graph_tool, R"(,"nextCursor":"")")),
            list_of_tools("1", R"({"name":"read_graph","inputSchema":{"type":"object"}})",
                          R"(,"nextCursor":"")"));
}

TEST(ProxyCase, Case42_PublicListsBecomePrivateUnderAuto) {
  Pipe automatic;
  automatic.greet("claude-code");
  EXPECT_TRUE(
      has(automatic.list(graph_tool, R"(,"cacheScope":"public")"), R"("cacheScope":"private")"));
  Pipe fixed(testing::strip_settings());
  EXPECT_TRUE(has(fixed.list(graph_tool, R"(,"cacheScope":"public")"), R"("cacheScope":"public")"));
}

TEST(ProxyCase, Case46_BatchesAreByteIdentical) {
  Pipe pipe;
  const std::string ask =
      R"([{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}])"
      "\n";
  EXPECT_EQ(pipe.client(ask), ask);
  std::string answer = text_result("1", rows_json(20, true));
  answer = "[" + answer.substr(0, answer.size() - 1) + "]\n";
  EXPECT_EQ(pipe.server(answer), answer);
}

TEST(ProxyCase, Case48_ATreeInAWrapper) {
  Pipe pipe(testing::strip_settings());
  pipe.list(R"({"name":"directory_tree","outputSchema":{}})");
  const std::string tree = rows_json(60, true);
  const std::string got = pipe.call("directory_tree", R"({"content":[)" + text_block(tree) +
                                                          R"(],"structuredContent":{"content":)" +
                                                          in_quotes(tree) + "}}");
  EXPECT_FALSE(has(got, "structuredContent"));
  EXPECT_TRUE(says_the_same(sent_text(got), tree));
}

TEST(ProxyCase, Case49_IdsOfEveryKind) {
  Pipe pipe;
  for (const std::string_view id : {"1", "\"1\"", "0", "\"\"", "-5", R"("\u0061")"})
    pipe.client(call_of(id, "tool " + std::string(id)));
  for (const std::string_view id : {"\"a\"", "\"\"", "0", "\"1\"", "-5", "1"}) {
    const std::string line = R"({"result":{"content":[)" + text_block(rows_json(20, true)) +
                             R"(]},"jsonrpc":"2.0","id":)" + std::string(id) + "}\n";
    EXPECT_NE(pipe.server(line), line) << id;
    EXPECT_EQ(pipe.decisions.back().tool,
              "tool " + std::string(id == "\"a\"" ? R"("\u0061")" : id));
  }
  EXPECT_EQ(pipe.interceptor.waiting(), 0U);
}

Result<std::string> write_wrong(const Codec&, Value, const EncodeOptions&) {
  return std::string("[1]");
}

TEST(ProxyCase, Case50_DoubtMeansTheOriginal) {
  Codec liar = json::codec();
  liar.encode = write_wrong;
  ProxySettings settings = testing::default_settings();
  settings.formats.assign(1, Format{"liar", &liar, false});
  Pipe pipe(settings);
  const std::string result = R"({"content":[)" + text_block(rows_json(20, true)) + "]}";
  EXPECT_EQ(pipe.call("t", result), result_of("7", result));
  EXPECT_EQ(pipe.reason(), "verify_failed");
  EXPECT_EQ(pipe.interceptor.statistics().total().reasons.at("verify_failed"), 1U);
  ProxySettings uncounted = testing::default_settings();
  uncounted.tokenizers.clear();
  Pipe blind(uncounted);
  EXPECT_EQ(blind.call("t", result), result_of("7", result));
}

TEST(ProxyCase, BothErasOnOnePipe) {
  Pipe pipe;
  pipe.greet("claude-ai");
  pipe.client(call_of("1", "t"));
  pipe.client(
      call_of("2", "t", R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"})"));
  pipe.server(text_result("2", rows_json(20, true), R"(,"resultType":"complete")"));
  EXPECT_TRUE(pipe.decisions.back().is_modern);
  pipe.server(text_result("1", rows_json(20, true)));
  EXPECT_FALSE(pipe.decisions.back().is_modern);
}

}  // namespace
}  // namespace laconic::mcp

// mcp_result_test.cpp - results of tools: text, structuredContent, and every byte around them.
#include <gtest/gtest.h>

#include <string>

#include "mcp_fixture.hpp"

namespace laconic::mcp {
namespace {

using testing::call_of;
using testing::in_quotes;
using testing::Pipe;
using testing::result_of;
using testing::rows_json;
using testing::rows_object;
using testing::sent_text;
using testing::strip_settings;
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

const std::string tool_with_schema =
    R"({"name":"t","inputSchema":{"type":"object"},"outputSchema":{"type":"object"}})";

/// A pipe whose client holds a stripped entry of tool t.
struct StripPipe : Pipe {
  StripPipe() : Pipe(strip_settings()) { list(tool_with_schema); }
};

TEST(ToolResult, TextIsReplacedAndNothingElse) {
  Pipe pipe;
  pipe.client(call_of("1", "t"));
  const std::string text = rows_json(30, true);
  const std::string before =
      R"( { "result" : {"_meta":{"n":9007199254740993,"f":1.0,"e":"\u00e9\/"}, )"
      R"("content" : [ { "annotations":{"priority":0.50} , "text" : )";
  const std::string after =
      R"( ,"type":"text", "_meta" : { } } ], "x":[1 ,2]  } ,"jsonrpc":"2.0", "id":1 } )"
      "\r\n";
  const std::string got = pipe.server(before + in_quotes(text) + after);
  ASSERT_TRUE(got.starts_with(before)) << got;
  ASSERT_TRUE(got.ends_with(after)) << got;
  EXPECT_LT(got.size(), before.size() + in_quotes(text).size() + after.size());
  EXPECT_TRUE(says_the_same(sent_text(got), text));
  EXPECT_EQ(pipe.reason(), "");
}

TEST(ToolResult, UnknownIdsAreForwarded) {
  Pipe pipe;
  const std::string line = text_result("1", rows_json(30, true));
  EXPECT_EQ(pipe.server(line), line);
  pipe.client(call_of("\"1\"", "t"));
  EXPECT_EQ(pipe.server(line), line);
  EXPECT_NE(pipe.server(text_result("\"1\"", rows_json(30, true))), line);
  // Answered once: what comes again is forwarded.
  EXPECT_EQ(pipe.server(text_result("\"1\"", rows_json(30, true))),
            text_result("\"1\"", rows_json(30, true)));
}

TEST(ToolResult, WhatIsForwardedByteForByte) {
  const std::string rows = rows_json(30, true);
  const std::string block = text_block(rows);
  const struct {
    std::string result;
    std::string_view reason;
  } cases[] = {
      {R"({"content":[)" + block + R"(],"isError":true})", "error"},
      {R"({"content":[)" + block + R"(],"resultType":"input_required"})", "not_complete"},
      {R"({"content":[)" + block + R"(],"resultType":"task"})", "not_complete"},
      {R"({"content":[)" + block + R"(],"content":[]})", "surprise"},
      {R"({"cont\u0065nt":[)" + block + R"(]})", "surprise"},
      {R"({"content":{"a":)" + block + "}}", "surprise"},
      {R"({"content":[{"type":"text","text":)" + in_quotes(rows) + R"(,"text":"x"}]})", "surprise"},
      {R"({"content":[{"type":"text","te\u0078t":)" + in_quotes(rows) + R"(}]})", "surprise"},
      {R"({"content":[{"type":"text","text":5}]})", "surprise"},
      {R"({"content":[{"type":"text"}]})", "surprise"},
      {R"({"content":["x",)" + block + "]}", "surprise"},
      {R"({"content":[{"type":"text","text":"{\"a\":\"\ud800\"}"}]})", "surprise"},
      {R"({"content":[{"type":"text","text":"\u007b)" + std::string(200, '\xFF') + R"("}]})",
       "surprise"},
      {R"({"content":[)" + text_block("{\"a\":1,\"a\":2," + rows.substr(1)) + "]}", "not_json"},
      {R"({"content":[)" + text_block(R"({"a":"\ud800","b":[1,2,3,4,5,6,7,8,9]})") + "]}",
       "not_json"},
      {R"({"content":[)" + text_block("Found 3 rows: " + rows) + "]}", "not_json"},
      {R"({"content":[)" + text_block(rows + " done") + "]}", "not_json"},
      {R"({"content":[)" + text_block("```json\n" + rows + "\n```") + "]}", "not_json"},
      {R"({"content":[)" + text_block("{\"a\": 1}") + "]}", "too_small"},
      {R"({"content":[]})", "not_json"},
      {R"({"toolResult":1})", "not_json"},
      {"null", "surprise"},
      {"[1]", "surprise"},
      {R"({"content":[{"type":"text","annotations":{"audience":["user"]},"text":)" +
           in_quotes(rows) + "}]}",
       "user_only"},
      {R"({"content":[{"type":"resource","resource":{"uri":"a:b","text":)" + in_quotes(rows) +
           "}}]}",
       "not_json"},
  };
  for (const auto& each : cases) {
    Pipe pipe;
    EXPECT_EQ(pipe.call("t", each.result), result_of("7", each.result));
    EXPECT_EQ(pipe.reason(), each.reason) << each.result;
    EXPECT_EQ(pipe.interceptor.waiting(), 0U);
  }
}

TEST(ToolResult, FileContentsAndRawToolsAreForwarded) {
  const std::string result = R"({"content":[)" + text_block(rows_json(30, true)) + "]}";
  ProxySettings settings = testing::default_settings();
  settings.raw.emplace_back("secret_*");
  settings.tools.push_back({{"plain"}, std::vector<std::string>{}, {}, {}, {}});
  Pipe pipe(settings);
  for (const auto& [tool, reason] :
       {std::pair{"read_text_file", "exempt"}, {"secret_rows", "off"}, {"plain", "off"}}) {
    EXPECT_EQ(pipe.call(tool, result), result_of("7", result)) << tool;
    EXPECT_EQ(pipe.reason(), reason);
  }
  EXPECT_NE(pipe.call("rows", result), result_of("7", result));
}

TEST(ToolResult, ACallMayAskForJsonOrNothing) {
  const std::string result = R"({"content":[)" + text_block(rows_json(30, true)) + "]}";
  Pipe pipe;
  EXPECT_EQ(pipe.call("t", result, R"(,"_meta":{"dev.laconic/format":"off"})"),
            result_of("7", result));
  EXPECT_EQ(pipe.reason(), "raw_requested");
  EXPECT_EQ(pipe.call("t", result, R"(,"_meta":{"dev.laconic/format":"klingon"})"),
            result_of("7", result));
  EXPECT_EQ(sent_text(pipe.call("t", result, R"(,"_meta":{"dev.laconic/format":"json"})")),
            rows_json(30, false));
  EXPECT_TRUE(has(pipe.call("t", result, R"(,"_meta":{"dev.laconic/format":"toon"})"), "[30]{"));
}

TEST(ToolResult, ACallCannotSwitchOnWhatIsOff) {
  ProxySettings settings = testing::default_settings();
  settings.formats.clear();
  Pipe pipe(settings);
  const std::string result = R"({"content":[)" + text_block(rows_json(30, true)) + "]}";
  EXPECT_EQ(pipe.call("t", result, R"(,"_meta":{"dev.laconic/format":"json"})"),
            result_of("7", result));
  EXPECT_EQ(pipe.reason(), "off");
}

TEST(ToolResult, SeveralBlocksAndPicturesAround) {
  const std::string image = R"({"type":"image","data":"aGk=","mimeType":"image/png"})";
  const std::string user = R"({"type":"text","annotations":{"audience":["user"]},"text":)" +
                           in_quotes(rows_json(30, true, "user")) + "}";
  const std::string both =
      R"({"type":"text","annotations":{"audience":["user","assistant"]},"text":)";
  Pipe pipe;
  const std::string got =
      pipe.call("t", R"({"content":[)" + image + ", " + user + " ," + both +
                         in_quotes(rows_json(30, true, "both")) + "}," + text_block("plain words") +
                         "," + text_block(rows_json(20, true, "last")) + " ," + image + "]}");
  EXPECT_TRUE(has(got, "[" + image + ", " + user + " ," + both)) << got;
  EXPECT_TRUE(has(got, "}," + text_block("plain words") + ","));
  EXPECT_TRUE(has(got, " ," + image + "]}"));
  EXPECT_TRUE(says_the_same(sent_text(got, 2), rows_json(30, true, "both")));
  EXPECT_TRUE(says_the_same(sent_text(got, 4), rows_json(20, true, "last")));
  EXPECT_LT(sent_text(got, 2).size(), rows_json(30, false, "both").size());
}

// ---- structuredContent

std::string structured(std::string_view text, std::string_view value) {
  return R"({"content":[)" + (text.empty() ? "" : text_block(text)) + R"(],"structuredContent":)" +
         std::string(value) + R"(,"_meta":{"a":1}})";
}

TEST(Structured, TheSameValueIsDroppedUnderStrip) {
  const std::string result = structured(rows_object(30, true), rows_object(30));
  StripPipe pipe;
  const std::string got = pipe.call("t", result);
  EXPECT_FALSE(has(got, "structuredContent"));
  EXPECT_TRUE(has(got, R"(}],"_meta":{"a":1}}})")) << got;
  EXPECT_TRUE(says_the_same(sent_text(got), rows_object(30)));
  EXPECT_TRUE(pipe.decisions.back().stripped);
  Pipe keep;
  keep.list(tool_with_schema);
  const std::string kept = keep.call("t", result);
  EXPECT_TRUE(has(kept, R"("structuredContent":)" + rows_object(30) + ","));
  EXPECT_TRUE(says_the_same(sent_text(kept), rows_object(30)));
}

TEST(Structured, StaysWithoutAListFromUs) {
  Pipe pipe(strip_settings());
  const std::string got = pipe.call("t", structured(rows_object(30, true), rows_object(30)));
  EXPECT_TRUE(has(got, R"("structuredContent":)" + rows_object(30) + ","));
  EXPECT_TRUE(says_the_same(sent_text(got), rows_object(30)));
}

TEST(Structured, AWrapperIsTheSame) {
  StripPipe pipe;
  const std::string rows = rows_json(30, true);
  const std::string text_wrapper =
      pipe.call("t", structured(rows, "{\"content\":" + in_quotes(rows) + "}"));
  EXPECT_FALSE(has(text_wrapper, "structuredContent"));
  EXPECT_TRUE(says_the_same(sent_text(text_wrapper), rows));
  const std::string value_wrapper =
      pipe.call("t", structured(rows, "{\"result\":" + rows_json(30, false) + "}"));
  EXPECT_FALSE(has(value_wrapper, "structuredContent"));
  // Plain words in a wrapper: the words stay, the copy goes.
  const std::string words = "a long text of plain words that comes twice, once here and once there";
  const std::string plain =
      pipe.call("t", structured(words, "{\"content\":" + in_quotes(words) + "}"));
  EXPECT_EQ(plain, result_of("7", R"({"content":[)" + text_block(words) + R"(],"_meta":{"a":1}})"));
  // Of a file as well; its text is exact.
  pipe.list(R"({"name":"read_file","inputSchema":{}})");
  const std::string file =
      pipe.call("read_file", structured(rows, "{\"content\":" + in_quotes(rows) + "}"));
  EXPECT_EQ(file, result_of("7", R"({"content":[)" + text_block(rows) + R"(],"_meta":{"a":1}})"));
}

TEST(Structured, ATextIsMadeWhereThereIsNone) {
  StripPipe pipe;
  const std::string got = pipe.call("t", structured("", rows_object(30)));
  EXPECT_FALSE(has(got, "structuredContent"));
  EXPECT_TRUE(says_the_same(sent_text(got), rows_object(30))) << got;
  const std::string image = R"({"type":"image","data":"aGk=","mimeType":"image/png"})";
  const std::string beside = pipe.call(
      "t", R"({"content":[ )" + image + R"(],"structuredContent":)" + rows_object(30) + "}");
  EXPECT_TRUE(has(beside, "}, " + image + "]}")) << beside;
  EXPECT_TRUE(says_the_same(sent_text(beside), rows_object(30)));
  Pipe keep;
  keep.list(tool_with_schema);
  const std::string result = structured("", rows_object(30));
  EXPECT_EQ(keep.call("t", result), result_of("7", result));
}

TEST(Structured, DifferentThingsStay) {
  StripPipe pipe;
  const std::string meta = R"({"status":200,"title":"page"})";
  const std::string page = pipe.call("t", structured("the text of a page", meta));
  EXPECT_EQ(page, result_of("7", structured("the text of a page", meta)));
  const std::string rows = pipe.call("t", structured(rows_object(30, true), rows_object(31)));
  EXPECT_TRUE(has(rows, R"("structuredContent":)" + rows_object(31) + ","));
  EXPECT_TRUE(says_the_same(sent_text(rows), rows_object(30)));
  // A text in several blocks is not compared.
  const std::string two = pipe.call("t", R"({"content":[)" + text_block(rows_object(30, true)) +
                                             "," + text_block("and words") +
                                             R"(],"structuredContent":)" + rows_object(30) + "}");
  EXPECT_TRUE(has(two, "structuredContent"));
}

TEST(Structured, StaysWhenOnlyTheUserSeesTheText) {
  StripPipe pipe;
  const std::string words =
      "only the user sees this text, and the model has nothing but the other one";
  const std::string result =
      R"({"content":[{"type":"text","annotations":{"audience":["user"]},"text":)" +
      in_quotes(words) + R"(}],"structuredContent":{"content":)" + in_quotes(words) + "}}";
  EXPECT_EQ(pipe.call("t", result), result_of("7", result));
}

TEST(Structured, StaysWhenTheTextCostsMore) {
  // The text cannot be made smaller, and the structured twin is the smaller one.
  ProxySettings settings = strip_settings();
  settings.formats.clear();
  settings.known_formats.clear();
  Pipe pipe(settings);
  pipe.list(tool_with_schema);
  const std::string result = structured(rows_object(30, true), rows_object(30));
  EXPECT_EQ(pipe.call("t", result), result_of("7", result));
}

TEST(Structured, BlanksBetweenItsTokensAreNoCost) {
  // Clients show it minified: a text that only beats the blanks is no gain.
  ProxySettings settings = strip_settings();
  settings.min_tokens = 100000;  // no text is changed
  Pipe pipe(settings);
  pipe.list(tool_with_schema);
  const std::string text = rows_object(30);
  std::string spaced;
  for (const char c : text)
    spaced.append(1, c).append(c == ':' || c == ',' ? 3 : 0, ' ');
  const std::string result = structured(text, spaced);
  EXPECT_EQ(pipe.call("t", result), result_of("7", result));
}

TEST(Structured, AMadeTextIsNotLongerThanWhatItReplaces) {
  for (int rows = 1; rows < 40; ++rows) {
    StripPipe pipe;
    const std::string result = structured("", rows_object(rows));
    EXPECT_LE(pipe.call("t", result).size(), result_of("7", result).size()) << rows;
  }
}

TEST(Structured, ErrorsKeepEverything) {
  StripPipe pipe;
  std::string result = structured(rows_object(30, true), rows_object(30));
  result.pop_back();
  result += R"(,"isError":true})";
  EXPECT_EQ(pipe.call("t", result), result_of("7", result));
}

TEST(Structured, PositionsOfTheMember) {
  const std::string s = R"("structuredContent":)" + rows_object(30);
  const std::string c = R"("content":[)" + text_block(rows_object(30, true)) + "]";
  for (const std::string& result : {"{" + s + "," + c + "}", "{" + c + "," + s + "}",
                                    "{ " + c + " , " + s + " , \"isError\":false }",
                                    "{\"resultType\":\"complete\"," + s + " ,\n" + c + "}"}) {
    std::string one_line = result;
    for (char& ch : one_line)
      ch = ch == '\n' ? ' ' : ch;
    StripPipe pipe;
    const std::string got = pipe.call("t", one_line);
    EXPECT_FALSE(has(got, "structuredContent")) << got;
    EXPECT_TRUE(json::decode(got).ok()) << got;
    EXPECT_TRUE(says_the_same(sent_text(got), rows_object(30)));
  }
}

TEST(DryRun, ChangesNothingAndCounts) {
  ProxySettings settings = strip_settings();
  settings.dry_run = true;
  Pipe pipe(settings);
  EXPECT_EQ(pipe.list(tool_with_schema), testing::list_of_tools("\"list\"", tool_with_schema));
  const std::string result = structured(rows_object(30, true), rows_object(30));
  EXPECT_EQ(pipe.call("t", result), result_of("7", result));
  const ToolCounts total = pipe.interceptor.statistics().total();
  EXPECT_EQ(total.calls, 1U);
  EXPECT_EQ(total.rewritten, 1U);
  EXPECT_LT(total.tokens_sent, total.tokens_shown);
}

}  // namespace
}  // namespace laconic::mcp

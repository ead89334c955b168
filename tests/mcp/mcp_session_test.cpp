// mcp_session_test.cpp - whole conversations: cache, batches, cancellation, tasks, the end.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "mcp_fixture.hpp"

namespace laconic::mcp {
namespace {

using testing::call_of;
using testing::Pipe;
using testing::result_of;
using testing::rows_json;
using testing::sent_text;
using testing::text_block;
using testing::text_result;

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::size_t lines_of(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// ---- the cache that a rule asks for

ProxySettings cached(std::string_view tool) {
  ProxySettings settings = testing::default_settings();
  settings.tools.push_back({{std::string(tool)}, {}, {}, {}, std::chrono::seconds(60)});
  return settings;
}

TEST(ResultCacheRoom, ForgetsByTimeAndByBytes) {
  using Clock = ResultCache::Clock;
  ResultCache cache(30);
  const auto now = Clock::now();
  cache.put("a", "123456789", now + std::chrono::seconds(1));
  cache.put("b", "123456789", now + std::chrono::seconds(9));
  ASSERT_NE(cache.find("a", now), nullptr);
  EXPECT_EQ(cache.find("a", now + std::chrono::seconds(1)), nullptr);
  EXPECT_EQ(cache.bytes(), 10U);
  cache.put("c", "123456789", now + std::chrono::seconds(9));
  cache.put("d", "123456789", now + std::chrono::seconds(9));
  EXPECT_EQ(cache.bytes(), 30U);
  cache.put("e", "1", now + std::chrono::seconds(9));
  EXPECT_EQ(cache.find("b", now), nullptr);  // the oldest made room
  EXPECT_NE(cache.find("e", now), nullptr);
  cache.put("big", std::string(40, 'x'), now + std::chrono::seconds(9));
  EXPECT_EQ(cache.find("big", now), nullptr);
  cache.put("e", "22", now + std::chrono::seconds(9));
  EXPECT_EQ(*cache.find("e", now), "22");
  cache.clear();
  EXPECT_EQ(cache.bytes(), 0U);
  EXPECT_EQ(cache.find("e", now), nullptr);
}

TEST(Cache, AnswersTheSameCallWithItsOwnId) {
  Pipe pipe(cached("rows"));
  const std::string args = R"(,"arguments":{"n":30})";
  EXPECT_EQ(pipe.client(call_of("1", "rows", args)), call_of("1", "rows", args));
  const std::string first = pipe.server(text_result("1", rows_json(30, true)));
  EXPECT_EQ(pipe.client(call_of("\"two\"", "rows", args)), "");
  EXPECT_EQ(sent_text(pipe.answer), sent_text(first));
  EXPECT_TRUE(has(pipe.answer, R"("id":"two")"));
  EXPECT_EQ(lines_of(pipe.answer), 1U);
  EXPECT_EQ(pipe.interceptor.waiting(), 0U);
  EXPECT_EQ(pipe.interceptor.statistics().cache_hits, 1U);
  EXPECT_NE(pipe.client(call_of("3", "rows", R"(,"arguments":{"n":31})")), "");
}

TEST(Cache, IsNotAskedForTasksRetriesAndErrors) {
  Pipe pipe(cached("rows"));
  for (const std::string_view more :
       {R"(,"task":{"ttl":1})", R"(,"inputResponses":{})", R"(,"requestState":"x")"}) {
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(pipe.client(call_of("1", "rows", more)), call_of("1", "rows", more));
      pipe.server(text_result("1", rows_json(30, true)));
    }
  }
  for (const std::string_view more : {R"(,"isError":true)", R"(,"resultType":"input_required")",
                                      R"(,"isError":true,"isError":true)"}) {
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(pipe.client(call_of("1", "rows")), call_of("1", "rows")) << more;
      pipe.server(text_result("1", rows_json(30, true), more));
    }
  }
}

TEST(Cache, KeepsWhatACallerAskedForApart) {
  Pipe pipe(cached("rows"));
  pipe.client(call_of("1", "rows"));
  pipe.server(text_result("1", rows_json(30, true)));
  for (const std::string_view format : {"off", "json", "toon"}) {
    const std::string line =
        call_of("2", "rows", R"(,"_meta":{"dev.laconic/format":")" + std::string(format) + "\"}");
    EXPECT_EQ(pipe.client(line), line) << format;
    pipe.server(text_result("2", rows_json(30, true)));
  }
  EXPECT_EQ(pipe.client(call_of("3", "rows")), "");
  EXPECT_FALSE(has(sent_text(pipe.answer), "[30]{\n"));
}

TEST(Cache, KeepsErasApart) {
  Pipe pipe(cached("rows"));
  pipe.client(call_of("1", "rows"));
  pipe.server(text_result("1", rows_json(30, true)));
  // A modern client wants resultType, which a legacy answer does not have.
  const std::string modern =
      call_of("2", "rows", R"(,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"})");
  EXPECT_EQ(pipe.client(modern), modern);
  pipe.server(text_result("2", rows_json(30, true), R"(,"resultType":"complete")"));
  EXPECT_EQ(pipe.client(modern), "");
  EXPECT_TRUE(has(pipe.answer, R"("resultType":"complete")"));
}

TEST(Cache, ACallThatMayChangeSomethingClearsIt) {
  Pipe pipe(cached("rows"));
  pipe.list(R"({"name":"look","annotations":{"readOnlyHint":true}},{"name":"write"})");
  pipe.client(call_of("1", "rows"));
  pipe.server(text_result("1", rows_json(30, true)));
  pipe.client(call_of("2", "look"));
  EXPECT_EQ(pipe.client(call_of("3", "rows")), "");
  pipe.client(call_of("4", "write"));
  EXPECT_NE(pipe.client(call_of("5", "rows")), "");
  // An answer that was asked for before the change is not remembered after it.
  pipe.client(call_of("6", "write"));
  pipe.server(text_result("5", rows_json(30, true)));
  EXPECT_NE(pipe.client(call_of("7", "rows")), "");
}

// ---- batches, cancellation, tasks

TEST(Batches, PassBothWaysByteForByte) {
  Pipe pipe;
  const std::string ask =
      R"( [{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}},)"
      R"({"jsonrpc":"2.0","id":"2","method":"ping"},{"jsonrpc":"2.0","method":"n"}] )"
      "\n";
  EXPECT_EQ(pipe.client(ask), ask);
  EXPECT_EQ(pipe.interceptor.waiting(), 2U);
  std::string answer = text_result("1", rows_json(30, true));
  answer.pop_back();
  answer = "[" + answer +
           R"(,{"jsonrpc":"2.0","id":"2","result":{}}])"
           "\n";
  EXPECT_EQ(pipe.server(answer), answer);
  EXPECT_EQ(pipe.interceptor.waiting(), 0U);
}

TEST(Batches, AnsweredOneByOneTheyAreForwardedToo) {
  Pipe pipe;
  pipe.client(R"([{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}])"
              "\n");
  const std::string answer = text_result("1", rows_json(30, true));
  EXPECT_EQ(pipe.server(answer), answer);
  EXPECT_EQ(pipe.interceptor.waiting(), 0U);
}

TEST(Cancellation, ForgetsTheCallAndForwardsWhatComes) {
  Pipe pipe;
  pipe.client(call_of("\"a/b\"", "t"));
  const std::string cancel =
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a\/b"}})"
      "\n";
  EXPECT_EQ(pipe.client(cancel), cancel);
  EXPECT_EQ(pipe.interceptor.waiting(), 0U);
  const std::string late = text_result("\"a/b\"", rows_json(30, true));
  EXPECT_EQ(pipe.server(late), late);
  EXPECT_EQ(pipe.server_ends(), "");
}

TEST(Tasks, TheResultOfATaskIsRewritten) {
  Pipe pipe;
  pipe.client(call_of("1", "rows", R"(,"task":{"ttl":1000})"));
  const std::string made = result_of("1", R"({"task":{"taskId":"t-1","status":"working"}})");
  EXPECT_EQ(pipe.server(made), made);
  const std::string fetch =
      R"({"jsonrpc":"2.0","id":2,"method":"tasks/result","params":{"taskId":"t-1"}})"
      "\n";
  EXPECT_EQ(pipe.client(fetch), fetch);
  const std::string got = pipe.server(text_result("2", rows_json(30, true)));
  EXPECT_LT(sent_text(got).size(), rows_json(30, false).size());
  EXPECT_EQ(pipe.decisions.back().tool, "rows");
  // Another task's result is not ours to touch.
  pipe.client(R"({"jsonrpc":"2.0","id":3,"method":"tasks/result","params":{"taskId":"t-2"}})"
              "\n");
  const std::string other = text_result("3", rows_json(30, true));
  EXPECT_EQ(pipe.server(other), other);
}

TEST(Tasks, ManyTasksAreNotTooMany) {
  Pipe pipe;
  for (int i = 0; i < 3000; ++i) {
    const std::string id = std::to_string(i);
    pipe.client(call_of(id, "rows", R"(,"task":{})"));
    pipe.server(result_of(id, R"({"task":{"taskId":"t-)" + id + "\"}}"));
  }
  pipe.client(R"({"jsonrpc":"2.0","id":1,"method":"tasks/result","params":{"taskId":"t-2999"}})"
              "\n");
  EXPECT_NE(pipe.server(text_result("1", rows_json(30, true))),
            text_result("1", rows_json(30, true)));
}

// ---- noise, long messages, the end

TEST(Noise, GoesToPeopleAndNotToTheClient) {
  Pipe pipe;
  EXPECT_EQ(pipe.server("Server running on stdio\n\n  \nTypeError: x\n    at y\n"), "");
  EXPECT_TRUE(has(pipe.diagnostics, "not a message: Server running on stdio\n"));
  EXPECT_TRUE(has(pipe.diagnostics, "    at y\n"));
  EXPECT_EQ(pipe.interceptor.statistics().noise_lines, 3U);
  // What the client says is the server's business.
  EXPECT_EQ(pipe.client("hello\n"), "hello\n");
}

ProxySettings small_cap() {
  ProxySettings settings = testing::default_settings();
  settings.max_encode_bytes = 100;  // lines up to a mebibyte more are held
  return settings;
}

TEST(LongLines, PassInPiecesAndAreAnswered) {
  Pipe pipe(small_cap());
  const std::string big = text_result("1", "[" + std::string(std::size_t{3} << 20, ' ') + "1]");
  for (const std::size_t step : {std::size_t{65536}, big.size()}) {
    pipe.client(call_of("1", "rows"));
    std::string got;
    for (std::size_t at = 0; at < big.size(); at += step)
      got += pipe.server(std::string_view(big).substr(at, step));
    EXPECT_TRUE(got == big);
    EXPECT_EQ(pipe.interceptor.waiting(), 0U);
    EXPECT_EQ(pipe.reason(), "too_large");
  }
  std::string ask = call_of(
      "9", "rows", R"(,"arguments":{"x":")" + std::string(std::size_t{3} << 20, 'y') + "\"}");
  EXPECT_TRUE(pipe.client(ask) == ask);
  EXPECT_EQ(pipe.interceptor.waiting(), 1U);
  EXPECT_TRUE(has(pipe.server_ends(), R"("id":9)"));
}

TEST(LongLines, LongNoiseIsNoMessageHoweverItIsCut) {
  const std::string noise = "   " + std::string(std::size_t{2} << 20, '#') + "\n";
  for (const std::size_t step : {std::size_t{2}, std::size_t{5}, noise.size()}) {
    Pipe pipe(small_cap());
    std::string got = pipe.server(std::string_view(noise).substr(0, step));
    got += pipe.server(std::string_view(noise).substr(step));
    got += pipe.server(result_of("1", "{}"));
    EXPECT_EQ(got.find('#'), std::string::npos);
    EXPECT_TRUE(got.ends_with(result_of("1", "{}")));
    EXPECT_EQ(lines_of(got), 1U);
    EXPECT_EQ(pipe.interceptor.statistics().noise_lines, 1U);
    EXPECT_LT(pipe.diagnostics.size(), 2000U);
    EXPECT_TRUE(has(pipe.diagnostics, "not a message: ###"));
  }
}

TEST(ServerEnd, OpenRequestsAreAnsweredOnce) {
  Pipe pipe;
  for (const std::string_view id : {"1", "\"1\"", "0", R"("a\"b")", R"("\n")"})
    pipe.client(call_of(id, "t"));
  pipe.client(R"({"jsonrpc":"2.0","id":9,"method":"ping"})"
              "\n");
  pipe.server(R"({"jsonrpc":"2.0","id":"1","error":{"code":1,"message":"x"}})"
              "\n");
  std::string got = pipe.server_ends();
  EXPECT_EQ(lines_of(got), 5U);
  for (std::size_t at = 0; at < got.size();) {
    const std::size_t stop = got.find('\n', at);
    const auto message = json::decode(std::string_view(got).substr(at, stop - at));
    ASSERT_TRUE(message.ok()) << got.substr(at, stop - at);
    EXPECT_EQ(message->root().find("error")->find("code")->integer(), -32603);
    at = stop + 1;
  }
  EXPECT_TRUE(has(got, R"("id":"a\"b")"));
  EXPECT_TRUE(has(got, R"("id":"\n")"));
  EXPECT_FALSE(has(got, R"("id":"1")"));
  EXPECT_EQ(pipe.server_ends(), "");
}

TEST(ServerEnd, MessagesThatAreOddAreAnswersToo) {
  Pipe pipe;
  pipe.client(call_of("1", "t"));
  pipe.client(call_of("2", "t"));
  const std::string twice = R"({"jsonrpc":"2.0","id":1,"result":{},"result":{}})"
                            "\n";
  const std::string deep = result_of("2", std::string(600, '[') + std::string(600, ']'));
  EXPECT_EQ(pipe.server(twice), twice);
  EXPECT_EQ(pipe.server(deep), deep);
  EXPECT_EQ(pipe.server_ends(), "");
  // And a request that is odd waits for its answer.
  const std::string ask = R"({"jsonrpc":"2.0","id":3,"method":"x","x":1,"x":2})"
                          "\n";
  EXPECT_EQ(pipe.client(ask), ask);
  EXPECT_TRUE(has(pipe.server_ends(), R"("id":3)"));
}

TEST(ServerEnd, HalfAMessageIsShownToPeople) {
  Pipe pipe;
  pipe.client(call_of("1", "t"));
  EXPECT_EQ(pipe.server(R"({"jsonrpc":"2.0","id":1,"result":{"cont)"), "");
  const std::string got = pipe.server_ends();
  EXPECT_TRUE(has(got, R"("id":1,"error")"));
  EXPECT_EQ(lines_of(got), 1U);
  EXPECT_TRUE(has(pipe.diagnostics, "in the middle of a message: {\"jsonrpc\""));
}

TEST(ServerEnd, AWholeMessageWithoutALineEndIsAMessage) {
  Pipe pipe;
  pipe.client(call_of("1", "t"));
  std::string answer = text_result("1", rows_json(30, true));
  answer.pop_back();
  EXPECT_EQ(pipe.server(answer), "");
  const std::string got = pipe.server_ends();
  EXPECT_EQ(lines_of(got), 1U);
  EXPECT_LT(sent_text(got).size(), rows_json(30, false).size());
}

TEST(ServerEnd, HalfALongMessageEndsItsLine) {
  Pipe pipe(small_cap());
  pipe.client(call_of("1", "t"));
  const std::string half =
      R"({"jsonrpc":"2.0","id":1,"result":{"x":")" + std::string(std::size_t{2} << 20, 'x');
  EXPECT_TRUE(pipe.server(half) == half);
  const std::string got = pipe.server_ends();
  EXPECT_TRUE(got.starts_with("\n{"));
  EXPECT_TRUE(has(got, R"("id":1,"error")"));
  // Of half a line that is no message nothing reaches the client.
  Pipe other(small_cap());
  EXPECT_EQ(other.server(std::string(std::size_t{2} << 20, '#')), "");
  EXPECT_EQ(other.server_ends(), "");
}

/// Keeps work until it is told to do it.
struct LaterExecutor final : Executor {
  bool submit(std::function<void()> work, std::function<void(Traffic&)> done) override {
    if (is_full) return false;
    waiting.push_back({std::move(work), std::move(done)});
    return true;
  }
  std::string run() {
    Traffic out;
    for (auto& [work, done] : waiting) {
      work();
      done(out);
    }
    waiting.clear();
    return out.to_client;
  }
  std::vector<std::pair<std::function<void()>, std::function<void(Traffic&)>>> waiting;
  bool is_full = false;
};

TEST(Beside, LargeResultsWaitAndOthersOvertakeThem) {
  const ProxySettings settings = testing::default_settings();
  LaterExecutor executor;
  Interceptor interceptor(settings, {}, &executor);
  Traffic out;
  for (const std::string_view id : {"1", "2", "3", "4"})
    interceptor.from_client(call_of(id, "t"), out);
  const std::string large = rows_json(3000, true);
  interceptor.from_server(text_result("1", large), out);
  EXPECT_EQ(out.to_client, "");
  interceptor.from_server(text_result("2", "small"), out);
  EXPECT_EQ(out.to_client, text_result("2", "small"));
  EXPECT_EQ(interceptor.waiting(), 2U);
  // Nobody has time: it is done at once.
  executor.is_full = true;
  out = {};
  interceptor.from_server(text_result("3", large), out);
  EXPECT_LT(out.to_client.size(), large.size() / 2);
  // The end of the server answers what it did not answer, and not what is being done.
  out = {};
  interceptor.server_closed(out);
  EXPECT_TRUE(has(out.to_client, R"("id":4,"error")"));
  EXPECT_EQ(lines_of(out.to_client), 1U);
  const std::string later = executor.run();
  EXPECT_TRUE(has(later, R"("id":1,)"));
  EXPECT_EQ(lines_of(later), 1U);
  EXPECT_TRUE(same_data(testing::read_sent(sent_text(later))->root(), json::decode(large)->root()));
}

// ---- conversations that the client names

ProxySettings remembering() {
  ProxySettings settings = cached("other");
  settings.tools.push_back({{"both"}, {}, {}, {}, std::chrono::seconds(60)});
  settings.dedup = true;
  return settings;
}

std::string in_conversation(std::string_view name) {
  return R"(,"_meta":{"dev.laconic/conversation":")" + std::string(name) + "\"}";
}

TEST(Conversation, AnUnchangedResultIsToldWithinItOnly) {
  Pipe pipe(remembering());
  const std::string result = R"({"content":[)" + text_block(rows_json(30, true)) + "]}";
  const std::string full = sent_text(pipe.call("rows", result, in_conversation("a")));
  EXPECT_FALSE(has(full, "unchanged"));
  EXPECT_TRUE(has(sent_text(pipe.call("rows", result, in_conversation("a"))), "unchanged"));
  EXPECT_EQ(sent_text(pipe.call("rows", result, in_conversation("b"))), full);
  EXPECT_EQ(sent_text(pipe.call("rows", result)), full);
  EXPECT_EQ(sent_text(pipe.call("rows", result, R"(,"arguments":{"x":1})" + in_conversation("a"))),
            full);
  EXPECT_EQ(
      sent_text(pipe.call("rows", result,
                          R"(,"_meta":{"dev.laconic/conversation":"a","dev.laconic/reset":true})")),
      full);
}

TEST(Conversation, ANoticeIsNeverCachedForOthers) {
  Pipe pipe(remembering());
  const std::string result = R"({"content":[)" + text_block(rows_json(30, true)) + "]}";
  pipe.call("both", result, in_conversation("a"));
  pipe.call("both", result, in_conversation("a"));
  EXPECT_NE(pipe.client(call_of("9", "both")), "");
  EXPECT_FALSE(has(pipe.answer, "unchanged"));
}

TEST(Statistics, CountAndPrint) {
  Pipe pipe;
  pipe.client(call_of("1", "rows"));
  pipe.server(text_result("1", rows_json(30, true)));
  pipe.client(call_of("2", "a \"quoted\" tool"));
  pipe.server(text_result("2", "words"));
  const Statistics& statistics = pipe.interceptor.statistics();
  EXPECT_EQ(statistics.total().calls, 2U);
  EXPECT_EQ(statistics.total().rewritten, 1U);
  const auto document = json::decode(*statistics.as_json("o200k_base", false));
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->root().find("calls")->integer(), 2);
  EXPECT_EQ(document->root().find("tools")->find("rows")->find("formats")->find("gcf")->integer(),
            1);
  EXPECT_TRUE(has(statistics.summary("o200k_base", false), "2 tool results, 1 rewritten"));
  for (const Decision& decision : pipe.decisions)
    EXPECT_TRUE(json::decode(log_line(decision, "now")).ok());
}

}  // namespace
}  // namespace laconic::mcp

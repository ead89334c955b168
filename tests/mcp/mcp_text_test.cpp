// mcp_text_test.cpp - bytes to messages: spans, lines, long messages, kinds, ids.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "exact_text.hpp"
#include "mcp_fixture.hpp"
#include "random.hpp"

namespace laconic::mcp {
namespace {

using testing::in_quotes;

// ---- json_spans

std::vector<std::string> values_of(std::string_view text, bool* failed = nullptr) {
  std::vector<std::string> out;
  SpanWalk walk(text);
  while (walk.next())
    out.push_back(std::string(walk.key()) + "=" + std::string(walk.value()));
  if (failed != nullptr) *failed = walk.failed();
  return out;
}

TEST(JsonSpans, WalksMembersAndItems) {
  bool failed = true;
  EXPECT_EQ(values_of(R"( {"a" : 1 ,"b":"x,}]\"" , "c":[1,{"d":2}] , "e":null } )", &failed),
            (std::vector<std::string>{"a=1", R"(b="x,}]\"")", R"(c=[1,{"d":2}])", "e=null"}));
  EXPECT_FALSE(failed);
  EXPECT_EQ(values_of("[1,\"a\",[ ],{}]", &failed),
            (std::vector<std::string>{"=1", "=\"a\"", "=[ ]", "={}"}));
  EXPECT_FALSE(failed);
  EXPECT_TRUE(values_of("{}", &failed).empty());
  EXPECT_FALSE(failed);
}

TEST(JsonSpans, EveryBrokenTextFails) {
  for (const std::string_view text :
       {"",          " ",         "1",        "\"a\"",      "{",          "[",
        "{\"a\"",    "{\"a\":",   "{\"a\":1", "{\"a\":1,",  "{\"a\":1,}", "[1,",
        "[1 2]",     "{\"a\" 1}", "{a:1}",    "{\"a\":1}x", "[1]]",       "[\"a]",
        "[\"a\\\"]", "{\"a\":}",  "[,1]",     "[{]}",       "[[}]"}) {
    bool failed = false;
    values_of(support::exact(text), &failed);
    EXPECT_TRUE(failed) << text;
  }
}

TEST(JsonSpans, EveryPrefixOfAMessageFailsAndNothingIsReadBehindIt) {
  const std::string whole =
      R"({"jsonrpc":"2.0","id":"a\\\"b","result":{"content":[{"type":"text","text":"\u00e9 {]"}]}})";
  for (std::size_t size = 0; size < whole.size(); ++size) {
    bool failed = false;
    values_of(support::exact(whole.substr(0, size)), &failed);
    EXPECT_TRUE(failed) << size;
  }
}

TEST(JsonSpans, LongStringsStopAtTheirQuote) {
  for (std::size_t size = 0; size < 70; ++size) {
    for (const std::string_view stop : {"", "\\\"", "\\\\"}) {
      const std::string text = "[\"" + std::string(size, 'x') + std::string(stop) + "yy\",2]";
      bool failed = true;
      EXPECT_EQ(values_of(support::exact(text), &failed).size(), 2U) << text;
      EXPECT_FALSE(failed);
    }
  }
}

TEST(JsonSpans, DepthHasALimit) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  const std::string good = nested(max_message_depth);
  const std::string deep = nested(max_message_depth + 1);
  EXPECT_NE(skip_value(good.data(), good.data() + good.size()), nullptr);
  EXPECT_EQ(skip_value(deep.data(), deep.data() + deep.size()), nullptr);
}

TEST(JsonSpans, OnlyPlainObjectsAreEdited) {
  EXPECT_TRUE(Members(R"({"a":1,"b":2})").is_plain());
  EXPECT_FALSE(Members(R"({"a":1,"a":2})").is_plain());
  EXPECT_FALSE(Members(R"({"\u0061":1})").is_plain());
  EXPECT_FALSE(Members(R"([1])").is_plain());
  EXPECT_FALSE(Members(R"({"a":1)").is_plain());
  std::string many = "{";
  for (int i = 0; i < 64; ++i)
    many += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
  EXPECT_TRUE(Members(many + "}").is_plain());
  EXPECT_FALSE(Members(many + ",\"x\":0}").is_plain());
}

TEST(JsonSpans, CutsAMemberWithOneComma) {
  const auto without = [](std::string object, std::string_view name) {
    const std::string_view cut = cut_of_member(object, Members(object).find_member(name));
    return object.erase(static_cast<std::size_t>(cut.data() - object.data()), cut.size());
  };
  EXPECT_EQ(without(R"({"x":1,"b":2,"c":3})", "x"), R"({"b":2,"c":3})");
  EXPECT_EQ(without(R"({"a":1,"x":2,"c":3})", "x"), R"({"a":1,"c":3})");
  EXPECT_EQ(without(R"({"a":1,"b":2,"x":3})", "x"), R"({"a":1,"b":2})");
  EXPECT_EQ(without(R"({"x":{"y":[1,2]}})", "x"), "{}");
  EXPECT_EQ(without(R"({ "a" : 1 , "x" : 2 , "c" : 3 })", "x"), R"({ "a" : 1 , "c" : 3 })");
  EXPECT_EQ(without(R"({ "a" : 1 , "x" : 2 })", "x"), R"({ "a" : 1  })");
}

TEST(JsonSpans, StringsAreWrittenAndReadBack) {
  std::string all;
  for (int c = 0; c < 128; ++c)
    all += static_cast<char>(c);
  all += "\xC3\xA9\xE2\x80\xA8\xF0\x9F\x98\x80</script>&";
  std::string back;
  ASSERT_TRUE(read_json_string(in_quotes(all), back));
  EXPECT_EQ(back, all);
  // Nothing is escaped that does not have to be.
  EXPECT_EQ(in_quotes("a/b<>&\x7F\xE2\x80\xA8"), "\"a/b<>&\x7F\xE2\x80\xA8\"");
  for (const std::string_view bad :
       {"", "\"", "a", "1", "\"a", "\"\\ud800\"", "\"\xFF\"", "\"\\x\"", "\"a\"b"}) {
    EXPECT_FALSE(read_json_string(bad, back)) << bad;
  }
}

// ---- lines

struct Pieces {
  std::vector<std::string> lines;
  std::vector<std::string> long_lines;
  bool open = false;
  void line(std::string_view text) { lines.emplace_back(text); }
  void part(std::string_view bytes, bool last) {
    if (!open) long_lines.emplace_back();
    long_lines.back().append(bytes);
    open = !last;
  }
};

TEST(LineSplitter, EverySplitGivesTheSame) {
  const std::string stream = "{\"a\":1}\n\n{\"bb\":22}\r\nlonger than the cap\nx\nrest";
  Pieces whole;
  LineSplitter splitter(12);
  splitter.feed(stream, whole);
  splitter.finish(whole);
  EXPECT_EQ(whole.lines,
            (std::vector<std::string>{"{\"a\":1}\n", "\n", "{\"bb\":22}\r\n", "x\n", "rest"}));
  EXPECT_EQ(whole.long_lines, (std::vector<std::string>{"longer than the cap\n"}));
  for (std::size_t first = 0; first <= stream.size(); ++first) {
    for (std::size_t second = first; second <= stream.size(); ++second) {
      Pieces cut;
      LineSplitter again(12);
      again.feed(std::string_view(stream).substr(0, first), cut);
      again.feed(std::string_view(stream).substr(first, second - first), cut);
      again.feed(std::string_view(stream).substr(second), cut);
      again.finish(cut);
      ASSERT_EQ(cut.lines, whole.lines) << first << ' ' << second;
      ASSERT_EQ(cut.long_lines, whole.long_lines) << first << ' ' << second;
    }
  }
}

TEST(LineSplitter, TheCapCountsTheLineEnd) {
  for (const std::size_t extra : {0U, 1U}) {
    Pieces pieces;
    LineSplitter splitter(8);
    splitter.feed(std::string(7 + extra, 'x') + "\n", pieces);
    EXPECT_EQ(pieces.lines.size(), 1 - extra);
    EXPECT_EQ(pieces.long_lines.size(), extra);
  }
}

TEST(LineSplitter, HoldsNoMoreThanTheCap) {
  Pieces pieces;
  LineSplitter splitter(1000);
  for (int i = 0; i < 1000; ++i) {
    splitter.feed(std::string(99, 'x'), pieces);
    EXPECT_LE(splitter.held(), 1000U);
  }
  splitter.finish(pieces);
  ASSERT_EQ(pieces.long_lines.size(), 1U);
  EXPECT_EQ(pieces.long_lines[0].size(), 99000U);
}

// ---- long messages

std::string long_id(std::string_view text, std::size_t step) {
  LongMessage message;
  for (std::size_t at = 0; at < text.size(); at += step)
    message.feed(text.substr(at, step));
  return message.id();
}

TEST(LongMessage, FindsItsOwnIdWhereverItStands) {
  for (const std::size_t step : {1U, 2U, 3U, 1000U}) {
    EXPECT_EQ(long_id(R"({"jsonrpc":"2.0","id":12,"result":{"id":3}})", step), "12");
    EXPECT_EQ(long_id(R"({"result":{"id":3,"x":[{"id":4}]},"jsonrpc":"2.0", "id" : 12 })", step),
              "12");
    EXPECT_EQ(long_id(R"({"result":"\"id\":3","id":"a\"b","z":1})", step), R"("a\"b")");
    EXPECT_EQ(long_id(R"({"id":0})", step), "0");
    EXPECT_EQ(long_id(R"({"a":"id","b":5})", step), "");
    EXPECT_EQ(long_id(R"([{"id":1}])", step), "");
    EXPECT_EQ(long_id(R"({"id":{"id":7},"b":1})", step), "");
    EXPECT_EQ(long_id(R"({"id":1,"id":2})", step), "2");  // as JSON.parse has it
  }
  LongMessage request;
  request.feed(R"({"id":1,"method":"x"})");
  EXPECT_TRUE(request.has_method());
  LongMessage answer;
  answer.feed(R"({"id":1,"result":{"method":"x"},"y":"method"})");
  EXPECT_FALSE(answer.has_method());
}

// ---- kinds of messages

TEST(Message, KindsAreToldApart) {
  using Kind = Message::Kind;
  const auto kind = [](std::string_view line) { return Message::of(support::exact(line)).kind; };
  EXPECT_EQ(kind(R"({"jsonrpc":"2.0","id":1,"method":"x"})"), Kind::request);
  EXPECT_EQ(kind(R"({"jsonrpc":"2.0","id":null,"method":"x"})"), Kind::request);
  EXPECT_EQ(kind(R"({"jsonrpc":"2.0","method":"x"})"), Kind::notification);
  EXPECT_EQ(kind(R"({"result":{},"jsonrpc":"2.0","id":1})"), Kind::result);
  EXPECT_EQ(kind(R"({"result":null,"id":"1"})"), Kind::result);
  EXPECT_EQ(kind(R"({"error":{"code":1},"id":1})"), Kind::error);
  EXPECT_EQ(kind(R"({"error":{"code":1}})"), Kind::error);
  EXPECT_EQ(kind(R"({"error":{},"result":{},"id":1})"), Kind::error);
  EXPECT_EQ(kind("  [1]\r\n"), Kind::batch);
  EXPECT_EQ(kind("Server running\n"), Kind::noise);
  EXPECT_EQ(kind("\n"), Kind::noise);
  EXPECT_EQ(kind(""), Kind::noise);
  EXPECT_EQ(kind("\xEF\xBB\xBF{}"), Kind::noise);
  EXPECT_EQ(kind(R"({"id":1,"id":2,"result":{}})"), Kind::other);
  EXPECT_EQ(kind(R"({"id":1,"result":{})"), Kind::other);
  EXPECT_EQ(kind(R"({"id":1})"), Kind::other);
}

TEST(Message, IdsAreTheSameByTypeAndValue) {
  EXPECT_NE(id_key("1"), id_key("\"1\""));
  EXPECT_EQ(id_key(R"("a\/b")"), id_key(R"("a/b")"));
  EXPECT_EQ(id_key(R"("\u0061")"), id_key(R"("a")"));
  EXPECT_EQ(id_key("\"\\u00e9\""), id_key("\"\xC3\xA9\""));
  EXPECT_NE(id_key(R"("a\"b")"), id_key(R"("ab")"));
  EXPECT_NE(id_key("0"), id_key("null"));
}

TEST(Message, TheKeyOfAnIdIsJsonThatCanBeSent) {
  for (const std::string_view id :
       {R"("a\"b")", R"("\\")", R"("\n")", R"("\u0000")", "12", R"("\ud800")", R"("plain")"}) {
    const std::string key = id_key(id);
    if (std::string text; read_json_string(id, text)) {
      std::string back;
      ASSERT_TRUE(read_json_string(key, back)) << key;
      EXPECT_EQ(back, text);
    } else {
      EXPECT_EQ(key, id);
    }
  }
}

TEST(PendingCalls, AFullTableForgetsNothing) {
  PendingCalls calls;
  for (std::size_t i = 0; i < PendingCalls::most; ++i)
    ASSERT_TRUE(calls.add(std::to_string(i), {}));
  EXPECT_FALSE(calls.add("x", {}));
  EXPECT_TRUE(calls.take("0"));
  EXPECT_FALSE(calls.take("0"));
  EXPECT_TRUE(calls.add("x", {}));
  EXPECT_EQ(calls.size(), PendingCalls::most);
}

}  // namespace
}  // namespace laconic::mcp

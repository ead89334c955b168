// value_test.cpp - documents: made by hand, looked into, compared.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/json.hpp>
#include <laconic/value.hpp>

#include "exact_text.hpp"
#include "plain_json.hpp"

namespace laconic {
namespace {

using namespace std::string_view_literals;
using support::exact;
using support::plain_json;

Document from_json(std::string_view text, unsigned max_depth = 512) {
  DecodeOptions options;
  options.max_depth = max_depth;
  auto doc = json::decode(exact(text), options);
  EXPECT_TRUE(doc.ok()) << text << ": " << (doc ? "" : doc.error().message());
  return doc ? std::move(*doc) : Document();
}

template <class Build>
Result<Document> build(Build&& calls, unsigned max_depth = 512) {
  Builder builder(max_depth);
  calls(builder);
  return builder.finish();
}

TEST(Value, DefaultIsNull) {
  const Value value;
  EXPECT_TRUE(value.is_null());
  EXPECT_TRUE(value.is_scalar());
  EXPECT_EQ(value.depth(), 0U);
  const Document doc;
  EXPECT_TRUE(doc.root().is_null());
  EXPECT_TRUE(doc.notes().empty());
}

TEST(Value, KindsHaveNames) {
  EXPECT_EQ(name_of(Kind::null), "null");
  EXPECT_EQ(name_of(Kind::boolean), "boolean");
  EXPECT_EQ(name_of(Kind::integer), "integer");
  EXPECT_EQ(name_of(Kind::real), "real");
  EXPECT_EQ(name_of(Kind::big_number), "big number");
  EXPECT_EQ(name_of(Kind::string), "string");
  EXPECT_EQ(name_of(Kind::array), "array");
  EXPECT_EQ(name_of(Kind::object), "object");
}

TEST(Builder, MakesEveryKind) {
  auto doc = build([](Builder& b) {
    b.begin_object();
    b.key("n").null().key("t").boolean(true).key("f").boolean(false);
    b.key("i").integer(-7).key("u").unsigned_integer(7).key("r").real(0.5);
    b.key("l").number("1.50").key("s").string("text").key("e").string("");
    b.key("a").begin_array().integer(1).begin_array().end_array().end_array();
    b.key("o").begin_object().end_object();
    b.end_object();
  });
  ASSERT_TRUE(doc.ok()) << doc.error().message();
  const Value root = doc->root();
  ASSERT_EQ(root.size(), 11U);
  EXPECT_EQ(plain_json(root),
            R"({"n":null,"t":true,"f":false,"i":-7,"u":7,"r":0.5,"l":1.50,"s":"text","e":"",)"
            R"("a":[1,[]],"o":{}})");
  EXPECT_EQ(root.find("i")->kind(), Kind::integer);
  EXPECT_EQ(root.find("u")->kind(), Kind::integer);
  EXPECT_EQ(root.find("u")->integer(), 7);
  EXPECT_EQ(root.find("r")->kind(), Kind::real);
  EXPECT_TRUE(root.find("r")->lexeme().empty());
  EXPECT_EQ(root.find("l")->kind(), Kind::real);
  EXPECT_EQ(root.find("l")->lexeme(), "1.50");
  EXPECT_EQ(root.find("l")->real(), 1.5);
  EXPECT_EQ(root.find("s")->size(), 4U);
  EXPECT_EQ(root.find("missing"), nullptr);
  EXPECT_EQ(root.find(""), nullptr);
  EXPECT_EQ(root.depth(), 3U);
  EXPECT_EQ(root.find("a")->depth(), 2U);
  EXPECT_EQ(root.find("o")->depth(), 1U);
  EXPECT_EQ(root.find("s")->depth(), 0U);
}

TEST(Builder, CopiesItsText) {
  std::string text = "a string longer than any small buffer, to be overwritten";
  const std::string expected = text;
  Builder b;
  b.begin_object().key(text).string(text);
  text.assign(text.size(), '!');
  b.key("n");
  std::string number = "123.456";
  b.number(number);
  number.assign(number.size(), '!');
  auto doc = b.end_object().finish();
  ASSERT_TRUE(doc.ok());
  EXPECT_EQ(doc->root().key(0), expected);
  EXPECT_EQ(doc->root().values()[0].string(), expected);
  EXPECT_EQ(doc->root().values()[1].lexeme(), "123.456");
}

TEST(Builder, CopiesAValueOfAnotherDocument) {
  Document copy;
  {
    const Document source =
        from_json(R"({"a":[1,2.50,"x",null,true,{"b":[]}],"big":1e400,"u":18446744073709551615})");
    auto made = build([&](Builder& b) { b.begin_array().value(source.root()).end_array(); });
    ASSERT_TRUE(made.ok());
    copy = std::move(*made);
  }
  EXPECT_EQ(plain_json(copy.root()),
            R"([{"a":[1,2.50,"x",null,true,{"b":[]}],"big":1e400,"u":18446744073709551615}])");
}

TEST(Builder, CanBeUsedAgainAfterFinish) {
  Builder b;
  b.begin_array().integer(1).end_array();
  auto first = b.finish();
  b.string("second");
  auto second = b.finish();
  b.end_array();
  auto third = b.finish();  // a mistake
  b.null();
  auto fourth = b.finish();
  ASSERT_TRUE(first.ok() && second.ok() && fourth.ok());
  EXPECT_EQ(plain_json(first->root()), "[1]");
  EXPECT_EQ(plain_json(second->root()), "\"second\"");
  EXPECT_FALSE(third.ok());
  EXPECT_TRUE(fourth->root().is_null());
}

TEST(Builder, MovesWithItsState) {
  Builder a;
  a.begin_array().integer(1);
  Builder b = std::move(a);
  b.integer(2);
  Builder c;
  c.begin_object();
  c = std::move(b);
  auto doc = c.end_array().finish();
  ASSERT_TRUE(doc.ok());
  EXPECT_EQ(plain_json(doc->root()), "[1,2]");
}

struct Misuse {
  const char* name;
  std::function<void(Builder&)> calls;
  Errc code;
};

TEST(Builder, ReportsTheFirstMistake) {
  const double inf = std::numeric_limits<double>::infinity();
  const Misuse table[] = {
      {"nothing", [](Builder&) {}, Errc::bad_usage},
      {"two roots", [](Builder& b) { b.null().null(); }, Errc::bad_usage},
      {"container after root", [](Builder& b) { b.null().begin_array().end_array(); },
       Errc::bad_usage},
      {"open array", [](Builder& b) { b.begin_array().null(); }, Errc::bad_usage},
      {"open object", [](Builder& b) { b.begin_object(); }, Errc::bad_usage},
      {"end without begin", [](Builder& b) { b.end_array(); }, Errc::bad_usage},
      {"wrong end of an array", [](Builder& b) { b.begin_array().end_object(); }, Errc::bad_usage},
      {"wrong end of an object", [](Builder& b) { b.begin_object().end_array(); }, Errc::bad_usage},
      {"key at the root", [](Builder& b) { b.key("a"); }, Errc::bad_usage},
      {"key in an array", [](Builder& b) { b.begin_array().key("a"); }, Errc::bad_usage},
      {"value without key", [](Builder& b) { b.begin_object().null().end_object(); },
       Errc::bad_usage},
      {"container without key", [](Builder& b) { b.begin_object().begin_array(); },
       Errc::bad_usage},
      {"key without value", [](Builder& b) { b.begin_object().key("a").end_object(); },
       Errc::bad_usage},
      {"two keys", [](Builder& b) { b.begin_object().key("a").key("b"); }, Errc::bad_usage},
      {"key twice",
       [](Builder& b) { b.begin_object().key("a").null().key("a").null().end_object(); },
       Errc::duplicate_key},
      {"empty key twice",
       [](Builder& b) { b.begin_object().key("").null().key("").null().end_object(); },
       Errc::duplicate_key},
      {"key twice, far apart",
       [](Builder& b) {
         b.begin_object().key("a").null();
         for (int i = 0; i < 100; ++i)
           b.key("k" + std::to_string(i)).null();
         b.key("a").null().end_object();
       },
       Errc::duplicate_key},
      {"NaN", [](Builder& b) { b.real(std::nan("")); }, Errc::out_of_range},
      {"infinity", [inf](Builder& b) { b.real(inf); }, Errc::out_of_range},
      {"minus infinity", [inf](Builder& b) { b.begin_array().real(-inf); }, Errc::out_of_range},
      {"bad string", [](Builder& b) { b.string("a\xff"); }, Errc::invalid_utf8},
      {"cut character", [](Builder& b) { b.string("\xe6\x97"); }, Errc::invalid_utf8},
      {"surrogate in UTF-8", [](Builder& b) { b.string("\xed\xa0\x80"); }, Errc::invalid_utf8},
      {"overlong", [](Builder& b) { b.string("\xc0\x80"); }, Errc::invalid_utf8},
      {"bad key", [](Builder& b) { b.begin_object().key("\x80"); }, Errc::invalid_utf8},
      {"empty number", [](Builder& b) { b.number(""); }, Errc::invalid_number},
      {"leading zero", [](Builder& b) { b.number("01"); }, Errc::invalid_number},
      {"plus", [](Builder& b) { b.number("+1"); }, Errc::invalid_number},
      {"no digits behind the point", [](Builder& b) { b.number("1."); }, Errc::invalid_number},
      {"no digits before the point", [](Builder& b) { b.number(".5"); }, Errc::invalid_number},
      {"minus alone", [](Builder& b) { b.number("-"); }, Errc::invalid_number},
      {"exponent alone", [](Builder& b) { b.number("1e"); }, Errc::invalid_number},
      {"trailing space", [](Builder& b) { b.number("1 "); }, Errc::invalid_number},
      {"leading space", [](Builder& b) { b.number(" 1"); }, Errc::invalid_number},
      {"NUL behind", [](Builder& b) { b.number("1\0"sv); }, Errc::invalid_number},
      {"hexadecimal", [](Builder& b) { b.number("0x1"); }, Errc::invalid_number},
      {"word", [](Builder& b) { b.number("NaN"); }, Errc::invalid_number},
      {"Arabic digit", [](Builder& b) { b.number("\xd9\xa1"); }, Errc::invalid_number},
      {"first mistake wins",
       [](Builder& b) { b.begin_object().key("a").key("b").number("x").string("\xff"); },
       Errc::bad_usage},
  };
  for (const Misuse& each : table) {
    auto doc = build(each.calls);
    ASSERT_FALSE(doc.ok()) << each.name;
    EXPECT_EQ(slug(doc.error().code), slug(each.code)) << each.name;
    EXPECT_FALSE(doc.error().detail.empty()) << each.name;
  }
}

TEST(Builder, NumbersAreClassifiedByTheirSpelling) {
  struct Case {
    std::string_view text;
    Kind kind;
  };
  constexpr Case table[] = {
      {"0", Kind::integer},
      {"9223372036854775807", Kind::integer},
      {"-9223372036854775808", Kind::integer},
      {"9223372036854775808", Kind::big_number},
      {"-9223372036854775809", Kind::big_number},
      {"18446744073709551615", Kind::big_number},
      {"99999999999999999999999999", Kind::big_number},
      {"1.0", Kind::real},
      {"1e2", Kind::real},
      {"1E+2", Kind::real},
      {"-0.0", Kind::real},
      {"0e400", Kind::real},
      {"0.0e-999", Kind::real},
      {"5e-324", Kind::real},
      {"1.7976931348623157e308", Kind::real},
      {"1.7976931348623159e308", Kind::big_number},
      {"1e309", Kind::big_number},
      {"1e400", Kind::big_number},
      {"-1e400", Kind::big_number},
      {"1e99999999999999999999", Kind::big_number},
  };
  for (const Case& each : table) {
    auto doc = build([&](Builder& b) { b.number(each.text); });
    ASSERT_TRUE(doc.ok()) << each.text;
    EXPECT_EQ(name_of(doc->root().kind()), name_of(each.kind)) << each.text;
    if (each.kind == Kind::big_number) {
      EXPECT_EQ(doc->root().lexeme(), each.text);
    }
  }
}

TEST(Builder, MinusZeroStaysMinusZero) {
  for (const std::string_view text : {"-0", "-0.0", "-0e0"}) {
    auto doc = build([&](Builder& b) { b.number(text); });
    ASSERT_TRUE(doc.ok());
    ASSERT_EQ(doc->root().kind(), Kind::real) << text;
    EXPECT_TRUE(std::signbit(doc->root().real())) << text;
  }
  auto doc = build([](Builder& b) { b.real(-0.0); });
  EXPECT_TRUE(std::signbit(doc->root().real()));
}

TEST(Builder, UnsignedBeyondInt64IsABigNumber) {
  auto doc = build([](Builder& b) {
    b.begin_array();
    b.unsigned_integer(9223372036854775807U).unsigned_integer(9223372036854775808U);
    b.unsigned_integer(std::numeric_limits<std::uint64_t>::max()).unsigned_integer(0);
    b.end_array();
  });
  ASSERT_TRUE(doc.ok());
  const auto items = doc->root().items();
  EXPECT_EQ(items[0].kind(), Kind::integer);
  EXPECT_EQ(items[0].integer(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(items[1].kind(), Kind::big_number);
  EXPECT_EQ(items[1].lexeme(), "9223372036854775808");
  EXPECT_EQ(items[2].lexeme(), "18446744073709551615");
  EXPECT_EQ(items[3].integer(), 0);
}

// Depth.

void nest(Builder& b, unsigned levels, bool objects) {
  for (unsigned i = 0; i < levels; ++i) {
    if (objects) {
      b.begin_object().key("k");
    } else {
      b.begin_array();
    }
  }
  b.null();
  for (unsigned i = 0; i < levels; ++i) {
    if (objects) {
      b.end_object();
    } else {
      b.end_array();
    }
  }
}

TEST(Builder, EnforcesTheDepthCap) {
  for (const bool objects : {false, true}) {
    struct Case {
      unsigned limit, levels;
      bool good;
    };
    constexpr Case table[] = {{1, 1, true},       {1, 2, false},      {512, 512, true},
                              {512, 513, false},  {1024, 1024, true}, {1024, 1025, false},
                              {5000, 1024, true}, {5000, 1025, false}};
    for (const Case& each : table) {
      auto doc = build([&](Builder& b) { nest(b, each.levels, objects); }, each.limit);
      EXPECT_EQ(doc.ok(), each.good) << each.limit << ' ' << each.levels;
      if (doc) {
        EXPECT_EQ(doc->root().depth(), each.levels);
      } else {
        EXPECT_EQ(slug(doc.error().code), "depth_exceeded");
      }
    }
    auto scalar = build([](Builder& b) { b.null(); }, 0);
    EXPECT_TRUE(scalar.ok()) << "a scalar has no depth";
    auto array = build([](Builder& b) { b.begin_array().end_array(); }, 0);
    EXPECT_EQ(array.ok(), false) << "an array has depth 1";
  }
}

TEST(Builder, EnforcesTheDepthCapOnCopiedValues) {
  const Document deep = from_json("[[[[1]]]]");
  auto good = build([&](Builder& b) { b.begin_array().value(deep.root()).end_array(); }, 5);
  auto bad = build([&](Builder& b) { b.begin_array().value(deep.root()).end_array(); }, 4);
  EXPECT_TRUE(good.ok());
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(slug(bad.error().code), "depth_exceeded");
}

// Keys.

TEST(Builder, WideObjectsFindDuplicatesInLinearTime) {
  constexpr int wide = 100000;
  const auto start = std::chrono::steady_clock::now();
  auto good = build([](Builder& b) {
    b.begin_object();
    for (int i = 0; i < wide; ++i)
      b.key("key" + std::to_string(i)).integer(i);
    b.end_object();
  });
  ASSERT_TRUE(good.ok()) << good.error().message();
  const Value root = good->root();
  ASSERT_EQ(root.size(), std::size_t{wide});
  EXPECT_EQ(root.key(0), "key0");
  EXPECT_EQ(root.key(wide - 1), "key99999");
  EXPECT_EQ(root.values()[54321].integer(), 54321);
  for (const int again : {0, 1, 50000, wide - 1}) {
    auto bad = build([&](Builder& b) {
      b.begin_object();
      for (int i = 0; i < wide; ++i)
        b.key("key" + std::to_string(i)).integer(i);
      b.key("key" + std::to_string(again)).null().end_object();
    });
    ASSERT_FALSE(bad.ok()) << again;
    EXPECT_EQ(slug(bad.error().code), "duplicate_key");
    EXPECT_NE(bad.error().detail.find("key" + std::to_string(again)), std::string::npos);
  }
  // Half a million keys; a quadratic search would take minutes.
  const auto spent = std::chrono::steady_clock::now() - start;
  EXPECT_LT(std::chrono::duration<double>(spent).count(), 30);
}

TEST(Builder, SameKeysInOtherObjectsAreNoDuplicates) {
  auto doc = build([](Builder& b) {
    b.begin_object().key("a").begin_object().key("a").begin_array();
    b.begin_object().key("a").null().end_object().begin_object().key("a").null().end_object();
    b.end_array().key("b").null().end_object().key("b").null().end_object();
  });
  ASSERT_TRUE(doc.ok()) << doc.error().message();
  EXPECT_EQ(plain_json(doc->root()), R"({"a":{"a":[{"a":null},{"a":null}],"b":null},"b":null})");
}

TEST(Builder, ManyShapesOfTheSameKeys) {
  // Every order of five keys, twice: shapes are shared by order, never mixed up.
  std::string keys = "abcde";
  std::string expected = "[";
  auto doc = build([&](Builder& b) {
    b.begin_array();
    for (int round = 0; round < 2; ++round) {
      std::string order = keys;
      do {
        b.begin_object();
        expected += expected.size() > 1 ? ",{" : "{";
        for (const char& c : order) {
          b.key(std::string_view(&c, 1)).integer(round);
          expected += (expected.back() == '{' ? "\"" : ",\"") + std::string(1, c) +
                      "\":" + std::to_string(round);
        }
        b.end_object();
        expected += '}';
      } while (std::next_permutation(order.begin(), order.end()));
    }
    b.end_array();
    expected += ']';
  });
  ASSERT_TRUE(doc.ok());
  EXPECT_EQ(plain_json(doc->root()), expected);
}

TEST(Builder, KeysMayBeAnyText) {
  const std::string long_key(100000, 'k');
  const std::string_view keys[] = {
      ""sv, " "sv, "\0"sv, "\0\0"sv, "__proto__"sv, "a"sv, "\xf0\x9f\x98\x80"sv, long_key};
  auto doc = build([&](Builder& b) {
    b.begin_object();
    for (const auto key : keys)
      b.key(key).string(key);
    b.end_object();
  });
  ASSERT_TRUE(doc.ok());
  for (std::size_t i = 0; i < std::size(keys); ++i) {
    EXPECT_EQ(doc->root().key(i), keys[i]);
    ASSERT_NE(doc->root().find(keys[i]), nullptr);
    EXPECT_EQ(doc->root().find(keys[i])->string(), keys[i]);
  }
}

TEST(Value, MembersKeepTheirOrder) {
  const Document doc = from_json(R"({"z":1,"a":2,"10":3,"9":4,"":5})");
  std::string seen;
  for (auto [key, value] : doc.root().members()) {
    seen += std::string(key) + '=' + std::to_string(value.integer()) + ';';
  }
  EXPECT_EQ(seen, "z=1;a=2;10=3;9=4;=5;");
}

// Equality.

struct Pair {
  std::string_view a, b;
  bool same, ordered;
};

TEST(Equality, FollowsTheRules) {
  constexpr Pair table[] = {
      {"null", "null", true, true},
      {"null", "false", false, false},
      {"null", "0", false, false},
      {"null", "\"\"", false, false},
      {"true", "true", true, true},
      {"true", "false", false, false},
      {"true", "1", false, false},
      {"\"1\"", "1", false, false},
      {"1", "1", true, true},
      {"1", "2", false, false},
      {"1", "1.0", true, true},
      {"1.0", "1", true, true},
      {"1.0", "1e0", true, true},
      {"100", "1e2", true, true},
      {"0", "-0", true, true},
      {"0", "-0.0", true, true},
      {"1.5", "1.50", true, true},
      {"1", "1.5", false, false},
      {"0.1", "0.10000000000000001", true, true},
      {"9007199254740993", "9007199254740992.0", false, false},
      {"9007199254740992", "9007199254740992.0", true, true},
      {"9223372036854775807", "9223372036854775808.0", false, false},
      {"-9223372036854775808", "-9223372036854775808.0", true, true},
      {"9223372036854775807", "9223372036854775806", false, false},
      {"1e400", "1e400", true, true},
      {"1e400", "10e399", false, false},
      {"1e400", "-1e400", false, false},
      {"18446744073709551615", "18446744073709551615", true, true},
      {"18446744073709551615", "18446744073709551616", false, false},
      {"9223372036854775808", "9223372036854775808.0", true, true},
      {"\"\"", "\"\"", true, true},
      {"\"a\"", "\"A\"", false, false},
      {"\"a\"", "\"a\\u0000\"", false, false},
      {"\"\\u00e9\"", "\"\xc3\xa9\"", true, true},
      {"\"\\u00e9\"", "\"e\\u0301\"", false, false},
      {"[]", "[]", true, true},
      {"[]", "{}", false, false},
      {"[]", "null", false, false},
      {"[1,2]", "[1,2]", true, true},
      {"[1,2]", "[2,1]", false, false},
      {"[1]", "[1,1]", false, false},
      {"[[1]]", "[1]", false, false},
      {"{}", "{}", true, true},
      {"{\"a\":1}", "{\"a\":1}", true, true},
      {"{\"a\":1}", "{\"b\":1}", false, false},
      {"{\"a\":1}", "{}", false, false},
      {"{\"a\":null}", "{}", false, false},
      {"{\"a\":null}", "{\"b\":null}", false, false},
      {"{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", true, false},
      {"{\"a\":1,\"b\":2}", "{\"b\":1,\"a\":2}", false, false},
      {"{\"a\":1,\"b\":1}", "{\"b\":1,\"c\":1}", false, false},
      {"{\"a\":1,\"b\":1,\"c\":1}", "{\"c\":1,\"b\":1,\"a\":1}", true, false},
      {"[{\"a\":1,\"b\":{\"x\":1,\"y\":2}}]", "[{\"b\":{\"y\":2,\"x\":1},\"a\":1}]", true, false},
      {"[{\"a\":1,\"b\":{\"x\":1,\"y\":2}}]", "[{\"a\":1,\"b\":{\"y\":2,\"x\":1}}]", true, false},
      {"[{\"a\":1,\"b\":{\"x\":1,\"y\":2}}]", "[{\"a\":1,\"b\":{\"y\":2,\"x\":3}}]", false, false},
      {"{\"a\":1,\"b\":1.0}", "{\"b\":1,\"a\":1.0}", true, false},
  };
  for (const Pair& each : table) {
    const Document a = from_json(each.a);
    const Document b = from_json(each.b);
    EXPECT_EQ(same_value(a.root(), b.root()), each.same) << each.a << ' ' << each.b;
    EXPECT_EQ(same_value(b.root(), a.root()), each.same) << each.b << ' ' << each.a;
    EXPECT_EQ(identical(a.root(), b.root()), each.ordered) << each.a << ' ' << each.b;
    EXPECT_EQ(identical(b.root(), a.root()), each.ordered) << each.b << ' ' << each.a;
    // The comparison that other tests rely on follows the same rules.
    EXPECT_EQ(support::difference(a.root(), b.root(), false).empty(), each.same);
    EXPECT_EQ(support::difference(a.root(), b.root(), true).empty(), each.ordered);
  }
}

TEST(Equality, SharesKeysOfOneDocument) {
  const Document doc = from_json(R"([{"a":1,"b":2},{"b":2,"a":1},{"a":1,"b":2},{"a":1,"b":3}])");
  const auto rows = doc.root().items();
  EXPECT_TRUE(identical(rows[0], rows[2]));
  EXPECT_FALSE(identical(rows[0], rows[1]));
  EXPECT_TRUE(same_value(rows[0], rows[1]));
  EXPECT_FALSE(same_value(rows[0], rows[3]));
  EXPECT_EQ(rows[0].key(0).data(), rows[1].key(1).data()) << "equal keys are one key";
}

TEST(Equality, WideUnorderedObjectsAreComparedInReasonableTime) {
  constexpr int wide = 100000;
  auto forward = build([](Builder& b) {
    b.begin_object();
    for (int i = 0; i < wide; ++i)
      b.key(std::to_string(i)).integer(i);
    b.end_object();
  });
  auto backward = build([](Builder& b) {
    b.begin_object();
    for (int i = wide; i-- > 0;)
      b.key(std::to_string(i)).integer(i);
    b.end_object();
  });
  ASSERT_TRUE(forward.ok() && backward.ok());
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(same_value(forward->root(), backward->root()));
  EXPECT_FALSE(identical(forward->root(), backward->root()));
  const auto spent = std::chrono::steady_clock::now() - start;
  EXPECT_LT(std::chrono::duration<double>(spent).count(), 10);
}

TEST(Equality, DeepValues) {
  auto make = [](unsigned levels) {
    auto doc = build([&](Builder& b) { nest(b, levels, levels % 2 == 0); }, 1024);
    EXPECT_TRUE(doc.ok());
    return doc;
  };
  auto a = make(1024);
  auto b = make(1024);
  auto c = make(1022);
  EXPECT_TRUE(same_value(a->root(), b->root()));
  EXPECT_TRUE(identical(a->root(), b->root()));
  EXPECT_FALSE(same_value(a->root(), c->root()));
}

TEST(Document, OutlivesItsSourceAndMoves) {
  Document doc;
  {
    std::string text = R"({"a":"a string that is longer than the small buffer","b":[1.25]})";
    auto made = json::decode(exact(text));
    ASSERT_TRUE(made.ok());
    doc = std::move(*made);
    text.assign(text.size(), '#');
  }
  const Value root = doc.root();
  Document moved = std::move(doc);
  EXPECT_EQ(plain_json(moved.root()),
            R"({"a":"a string that is longer than the small buffer","b":[1.25]})");
  EXPECT_EQ(root.size(), 2U) << "a value stays valid when its document moves";
  EXPECT_TRUE(doc.root().is_null());
}

}  // namespace
}  // namespace laconic

// delta_test.cpp - pack roots and deltas of graphs and keyed sets.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <laconic/delta.hpp>
#include <laconic/gcf.hpp>
#include <laconic/json.hpp>

#include "exact_text.hpp"
#include "plain_json.hpp"

namespace laconic {
namespace {

using gcf::Cell;
using gcf::KeyedSet;
using gcf::Outcome;
using support::exact;

constexpr std::string_view orders_root =
    "sha256:457e7c31e62e070a039b5cde9ea3edff6330e5913874e1165afddbcf6798eb7c";
constexpr std::string_view orders =
    R"([{"id":1001,"total":59.98,"status":"shipped","customer":"Alice"},)"
    R"({"id":1002,"total":29.99,"status":"pending","customer":"Bob"},)"
    R"({"id":1003,"total":129.50,"status":"shipped","customer":"Carol"}])";

Result<KeyedSet> records(std::string_view json, std::string_view key = "id",
                         std::string_view name = "rows") {
  const auto doc = json::decode(exact(json));
  if (!doc) return doc.error();
  return KeyedSet::from_records(doc->root(), key, name);
}

Result<KeyedSet> map(std::string_view json) {
  const auto doc = json::decode(exact(json));
  if (!doc) return doc.error();
  return KeyedSet::from_map(doc->root());
}

std::string text_of(const KeyedSet& set) {
  const auto doc = set.to_document();
  return doc ? support::plain_json(doc->root()) : doc.error().message();
}

std::string_view code_of(const auto& result) {
  return result.ok() ? "ok" : slug(result.error().code);
}

graph::Payload small_graph() {
  graph::Payload payload;
  payload.symbols = {{"pkg.Auth", "function", 0.78, "", "lsp_resolved", 0, {}},
                     {"pkg.Server", "function", 0.54, "", "lsp_resolved", 1, {}}};
  payload.edges = {{"pkg.Server", "pkg.Auth", "calls", ""}};
  return payload;
}

// ---- keyed sets ----

TEST(KeyedSet, OrderHasNoMeaning) {
  const auto set = records(orders);
  ASSERT_TRUE(set.ok());
  EXPECT_EQ(set->root(), orders_root);
  const auto other =
      records(R"([{"customer":"Carol","total":129.5,"status":"shipped","id":1003},)"
              R"({"status":"pending","total":29.99,"customer":"Bob","id":1002},)"
              R"({"id":1001,"status":"shipped","total":59.980,"customer":"Alice"}])");
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(other->root(), orders_root);
}

TEST(KeyedSet, KindsDoNotCollide) {
  EXPECT_NE(records(R"([{"id":1}])")->root(), records(R"([{"id":"1"}])")->root());
  EXPECT_NE(records(R"([{"id":1,"a":null}])")->root(), records(R"([{"id":1,"a":"-"}])")->root());
  EXPECT_NE(records(R"([{"id":1,"a":true}])")->root(), records(R"([{"id":1,"a":"true"}])")->root());
  // 7.1 #17: beyond 2^53 an identity stays a number, and exact.
  const auto big = records(R"([{"id":9007199254740993}])");
  EXPECT_NE(big->root(), records(R"([{"id":9007199254740992}])")->root());
  EXPECT_EQ(big->rows()[0][0], (Cell{Cell::Kind::number, "9007199254740993"}));
  EXPECT_EQ(records(R"([{"id":1.0}])")->root(), records(R"([{"id":1}])")->root());
}

TEST(KeyedSet, AbsentIsNull) {
  const auto absent = records(R"([{"id":1,"a":2},{"id":2}])");
  const auto null = records(R"([{"id":1,"a":2},{"id":2,"a":null}])");
  EXPECT_EQ(absent->root(), null->root());
  EXPECT_EQ(text_of(*absent), R"([{"id":1,"a":2},{"id":2,"a":null}])");
}

TEST(KeyedSet, RefusesWhatIsNoSet) {
  EXPECT_EQ(code_of(records(R"([{"id":1,"v":[1,2]}])")), "not_representable");  // 7.1 #14
  EXPECT_EQ(code_of(records(R"([{"id":1,"v":{}}])")), "not_representable");
  EXPECT_EQ(code_of(records(R"([{"id":1},{"id":1}])")), "not_representable");
  EXPECT_EQ(code_of(records(R"([{"id":1},{"id":1.0}])")), "not_representable");
  EXPECT_EQ(code_of(records(R"([{"id":null}])")), "not_representable");
  EXPECT_EQ(code_of(records(R"([{"id":1},{"a":1}])")), "not_representable");
  EXPECT_EQ(code_of(records(R"([{"a":1}])")), "not_representable");
  EXPECT_EQ(code_of(records(R"([1])")), "not_representable");
  EXPECT_EQ(code_of(records(R"({"id":1})")), "not_representable");
  EXPECT_EQ(code_of(records(R"([{"id":1,"a>b":1}])")), "not_representable");
  EXPECT_EQ(code_of(records(R"([{"id":1,"a\tb":1}])")), "not_representable");
  EXPECT_EQ(code_of(records(R"([{"id":1,"a":1e400}])")), "out_of_range");
  EXPECT_EQ(code_of(map(R"({"a":{},"b":{}})")), "not_representable");
  EXPECT_EQ(code_of(map(R"({"a":1})")), "not_representable");
  EXPECT_EQ(code_of(map("[]")), "not_representable");
  EXPECT_EQ(code_of(KeyedSet::from_parts("", "k", {"k", "v"}, {{Cell{}}})), "not_representable");
  EXPECT_EQ(code_of(KeyedSet::from_parts("", "k", {"k", "k"}, {})), "not_representable");
  EXPECT_EQ(code_of(KeyedSet::from_parts("", "k", {"v"}, {})), "not_representable");
}

TEST(KeyedSet, EmptyOnes) {
  constexpr std::string_view nothing =
      "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  EXPECT_EQ(KeyedSet().root(), nothing);
  EXPECT_EQ(records("[]")->root(), nothing);
  EXPECT_EQ(map("{}")->root(), nothing);
  EXPECT_EQ(text_of(*map("{}")), "{}");
  EXPECT_EQ(text_of(*records("[]")), "[]");
}

// ---- full payloads ----

TEST(SetWire, FullPayload) {
  const auto set = records(orders, "id", "orders");
  const auto wire = gcf::encode_full(*set, "orders_query");
  ASSERT_TRUE(wire.ok());
  EXPECT_EQ(*wire, "GCF profile=generic tool=orders_query pack_root=" + std::string(orders_root) +
                       " key=id\n## orders [3]{@id,total,status,customer}\n"
                       "1001|59.98|shipped|Alice\n1002|29.99|pending|Bob\n"
                       "1003|129.5|shipped|Carol\n");
  const auto back = gcf::decode_set(exact(*wire));
  ASSERT_TRUE(back.ok()) << back.error().message();
  EXPECT_EQ(back->outcome, Outcome::full);
  EXPECT_EQ(back->full.name(), "orders");
  EXPECT_EQ(back->full.rows(), set->rows());
  // 7.2 #33: everybody else reads it as plain data.
  const auto plain = gcf::decode(exact(*wire));
  ASSERT_TRUE(plain.ok()) << plain.error().message();
  EXPECT_EQ(plain->root().find("orders")->size(), 3U);
}

TEST(SetWire, QuotesNamesAndValues) {
  const auto set =
      records(R"([{"id":"@a","my field":"x|y","":"","t":"true","n":"12","q":"a\"b\n","d":"-"}])",
              "id", "my set");
  const auto wire = gcf::encode_full(*set);
  ASSERT_TRUE(wire.ok());
  EXPECT_NE(wire->find("## \"my set\" [1]{@id,\"my field\",\"\",t,n,q,d}\n"
                       R"("@a"|"x|y"|""|"true"|"12"|"a\"b\n"|"-")"
                       "\n"),
            std::string::npos)
      << *wire;
  const auto back = gcf::decode_set(exact(*wire));
  ASSERT_TRUE(back.ok()) << back.error().message();
  EXPECT_EQ(back->full.rows(), set->rows());
  EXPECT_EQ(back->full.name(), "my set");
}

TEST(SetWire, RefusesAKeyThatNoHeaderHolds) {
  // 7.1 #15
  EXPECT_EQ(code_of(gcf::encode_full(*records(R"([{"a b":1}])", "a b"))), "not_representable");
  EXPECT_EQ(code_of(gcf::encode_full(*records("[{\"\xC3\xA9\":1}]", "\xC3\xA9"))),
            "not_representable");
  EXPECT_EQ(code_of(gcf::encode_full(*records(R"([{"id":1}])"), "my tool")), "not_representable");
}

TEST(SetWire, Maps) {
  const auto set = map(R"({"web":{"cpu":1,"key":"x"},"db":{"cpu":2}})");
  ASSERT_TRUE(set.ok());
  EXPECT_EQ(set->key(), "_key");
  const auto wire = gcf::encode_full(*set);
  ASSERT_TRUE(wire.ok());
  EXPECT_NE(wire->find(" key=_key\n## [2:]{@_key,cpu,key}\nweb|1|x\ndb|2|-\n"), std::string::npos)
      << *wire;
  const auto back = gcf::decode_set(exact(*wire));
  ASSERT_TRUE(back.ok()) << back.error().message();
  EXPECT_TRUE(back->full.is_map());
  EXPECT_EQ(text_of(back->full), R"({"web":{"cpu":1,"key":"x"},"db":{"cpu":2,"key":null}})");
  const auto plain = gcf::decode(exact(*wire));
  ASSERT_TRUE(plain.ok()) << plain.error().message();
  EXPECT_TRUE(plain->root().find("web") != nullptr);
  EXPECT_TRUE(gcf::decode_set(exact(*gcf::encode_full(*map("{}")))).ok());
}

TEST(SetWire, RefusesWhatIsWrong) {
  const std::string root(orders_root);
  const std::string h = "GCF profile=generic pack_root=" + root + " key=id\n";
  const std::string d = "GCF profile=generic delta=true base_root=a new_root=b key=id\n";
  struct Case {
    std::string wire;
    std::string_view code;
  };
  const Case cases[] = {
      {"", "missing_header"},
      {"GCF x=1\n", "missing_profile"},
      {"GCF profile=tree\n", "unknown_profile"},
      {"GCF profile=graph delta=true\n", "malformed_delta"},
      {"GCF profile=generic\n", "malformed_delta"},
      {"GCF profile=generic key=id\n## r [1]{@id}\n1\n", "malformed_delta"},
      {"GCF profile=generic delta=true base_root=a key=id\n", "malformed_delta"},
      {"GCF profile=generic delta=true base_root=a new_root=b\n", "malformed_delta"},
      {h, "invalid_line"},
      {h + "## r [1]{@id}\n1\n", "root_mismatch"},
      {h + "## r [2]{@id}\n1\n", "count_mismatch"},
      {h + "## r [1]{@id}\n1\n2\n", "count_mismatch"},
      {h + "## r [2]{@id}\n1\n1\n", "duplicate_key"},
      {h + "## r [1]{@id}\n-\n", "invalid_key"},
      {h + "## r [1]{@id}\n~\n", "invalid_key"},
      {h + "## r [01]{@id}\n1\n", "invalid_count"},
      {h + "## r [?]{@id}\n1\n", "invalid_count"},
      {h + "## r [0:]{@id,a}\n", "invalid_count"},
      {h + "## r [1:]{@id}\nx\n", "malformed_header_field"},
      {h + "## r [1:]{@id,a}\n1|2\n", "invalid_key"},
      {h + "## r [1]{id}\n1\n", "malformed_delta"},
      {h + "## r [1]{@id,@b}\n1|2\n", "malformed_delta"},
      {h + "## r [1]{@b,id}\n1|2\n", "malformed_delta"},
      {h + "## r [1]{@id,id}\n1|2\n", "duplicate_field_name"},
      {h + "## r [1]{@id,a=1}\n1\n", "malformed_header_field"},
      {h + "## r [1]{@id,}\n1\n", "malformed_header_field"},
      {h + "## r [1]{@id} x\n1\n", "malformed_header_field"},
      {h + "## r [1]{@id,\"a>b\"}\n1|2\n", "invalid_key"},
      {h + "## a b [1]{@id}\n1\n", "invalid_count"},
      {h + "## r [1]{@id,a}\n1\n", "row_width_mismatch"},
      {h + "## r [1]{@id,a}\n1|2|3\n", "row_width_mismatch"},
      {h + "## r [1]{@id,a}\n1|\n", "invalid_line"},
      {h + "## r [1]{@id,a}\n1|^\n", "invalid_attachment_marker"},
      {h + "## r [1]{@id,a}\n1|\"x\n", "unterminated_quote"},
      {h + "## r [1]{@id,a}\n1|\"x\"y\n", "trailing_characters"},
      {h + "## r [1]{@id,a}\n1|\"\\x\"\n", "invalid_escape"},
      {h + "## r [1]{@id,a}\n1|1e400\n", "out_of_range"},
      {h + "## r [1]{@id,a}\n1|99999999999999999999\n", "out_of_range"},
      {h + "## r [1]{@id,a}\n@1 1|2\n", "invalid_item_id"},
      {h + "## r [1]{@id}\n  1\n", "invalid_indent"},
      {h + "## r [1]{@id}\n\t1\n", "tab_indentation"},
      {h + "## r [1]{@id}\n\xFF\n", "invalid_utf8"},
      {d + "## other [1]{@id}\n1\n", "malformed_delta"},
      {d + "## added [1:]{@id,a}\nx|1\n", "malformed_delta"},
      {d + "## removed [1]{@id}\n1\n## removed [1]{@id}\n2\n", "malformed_delta"},
      {d + "## removed [1]{@id,a}\n1|2\n", "malformed_delta"},
      {d + "1\n", "malformed_delta"},
      {d + "## removed [2]{@id}\n1\n1\n", "delta_invalid"},
      {d + "## added [1]{@id,a}\n1|2\n## changed [1]{@id,b}\n2|2\n", "malformed_delta"},
      {d + "##! summary counts=0\nx\n", "invalid_line"},
      {d + "##! summary counts=0\n##! summary counts=0\n", "invalid_line"},
      {"GCF profile=generic unchanged=true\n", "malformed_delta"},
      {"GCF profile=generic unchanged=true pack_root=a\nx=1\n", "invalid_line"},
      {"GCF profile=generic unchanged=true pack_root=a count=x\n", "malformed_header_field"},
  };
  for (const Case& c : cases) {
    const auto read = gcf::decode_set(exact(c.wire));
    EXPECT_EQ(code_of(read), c.code) << c.wire << (read ? "" : read.error().message());
    if (!read) {
      EXPECT_LE(read.error().offset, c.wire.size());
    }
  }
  DecodeOptions complete;
  complete.complete = true;
  EXPECT_EQ(code_of(gcf::decode_set(exact(d.substr(0, d.size() - 1)), complete)), "unexpected_end");
  DecodeOptions small;
  small.max_bytes = 10;
  EXPECT_EQ(code_of(gcf::decode_set(exact(d), small)), "size_exceeded");
}

TEST(SetWire, ReadsOtherSpellings) {
  const auto read = gcf::decode_set(
      exact("GCF profile=generic delta=true base_root=a new_root=b key=id\r\n# a comment\r\n"
            "## changed [1]{ a , @id }\r\n\r\n@0  1.50 | \"x\" \r\n"
            "## added [1]{@id,a}\r\ny|~\r\n##! summary counts=1,1"));
  ASSERT_TRUE(read.ok()) << read.error().message();
  const gcf::SetDelta& delta = read->delta;
  EXPECT_EQ(delta.fields, (std::vector<std::string>{"a", "id"}));
  EXPECT_EQ(delta.changed[0][0], (Cell{Cell::Kind::number, "1.5"}));
  EXPECT_EQ(delta.changed[0][1], (Cell{Cell::Kind::string, "x"}));
  EXPECT_EQ(delta.added[0][0], Cell{});
  EXPECT_EQ(delta.added[0][1], (Cell{Cell::Kind::string, "y"}));
}

// ---- differences of sets ----

TEST(SetDelta, SortsByTheBytesOfTheKey) {
  const auto base = records(R"([{"id":9,"a":1},{"id":10,"a":1}])");
  const auto next = records(R"([{"id":9,"a":2},{"id":10,"a":2}])");
  const auto wire = gcf::encode_delta(*gcf::diff(*base, *next));
  EXPECT_NE(wire->find("{@id,a}\n10|2\n9|2\n"), std::string::npos) << *wire;
  // Of the canonical cell, that is, in which every string is in quotes.
  const auto names = gcf::encode_delta(*gcf::diff(
      *records("[]"), *records(R"([{"id":"a"},{"id":"a b"},{"id":"a,b"},{"id":true},{"id":7}])")));
  EXPECT_NE(names->find("{@id}\na b\na\n\"a,b\"\n7\ntrue\n"), std::string::npos) << *names;
}

TEST(SetDelta, RefusesContradictions) {
  const auto base = records(R"([{"id":1,"a":1},{"id":2,"a":2}])");
  const auto next = records(R"([{"id":1,"a":5},{"id":3,"a":3}])");
  const auto good = gcf::diff(*base, *next);
  ASSERT_TRUE(good.ok());
  const auto result = gcf::apply(*base, *good);
  ASSERT_TRUE(result.ok()) << result.error().message();
  EXPECT_EQ(text_of(*result), R"([{"id":1,"a":5},{"id":3,"a":3}])");
  const std::string before = text_of(*base);
  const Cell one{Cell::Kind::number, "1"};
  const Cell seven{Cell::Kind::number, "7"};
  const auto broken = [&](auto&& breaking) {
    gcf::SetDelta delta = *good;
    breaking(delta);
    const auto applied = gcf::apply(*base, delta);
    EXPECT_EQ(text_of(*base), before);
    return std::string(code_of(applied));
  };
  using Delta = gcf::SetDelta;
  EXPECT_EQ(broken([](Delta& d) { d.base_root = d.new_root; }), "base_mismatch");
  EXPECT_EQ(broken([](Delta& d) { d.new_root = d.base_root; }), "root_mismatch");
  EXPECT_EQ(broken([&](Delta& d) { d.removed.push_back(seven); }), "delta_invalid");
  EXPECT_EQ(broken([&](Delta& d) { d.removed.push_back(one); }), "delta_invalid");
  EXPECT_EQ(broken([&](Delta& d) { d.removed.push_back(d.removed[0]); }), "delta_invalid");
  EXPECT_EQ(broken([&](Delta& d) { d.removed.push_back(Cell{}); }), "delta_invalid");
  EXPECT_EQ(broken([&](Delta& d) { d.added.push_back({one, one}); }), "delta_invalid");
  EXPECT_EQ(broken([&](Delta& d) { d.added.push_back({one}); }), "delta_invalid");
  EXPECT_EQ(broken([&](Delta& d) { d.changed.push_back({seven, one}); }), "delta_invalid");
  EXPECT_EQ(broken([](Delta& d) { d.changed.clear(); }), "root_mismatch");
  EXPECT_EQ(broken([](Delta& d) { d.key = "a"; }), "delta_invalid");
  EXPECT_EQ(broken([](Delta& d) { d.fields = {"id", "b"}; }), "delta_invalid");
  EXPECT_EQ(broken([](Delta& d) { d.fields = {"id", "a", "b"}; }), "delta_invalid");
  gcf::SetDelta twice = *good;
  twice.added = {{one, one}};
  twice.changed.clear();
  const auto refused = gcf::apply(*base, twice);
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().detail.find("already exists"), std::string::npos);
}

TEST(SetDelta, TheOrderOfFieldsMeansNothing) {
  const auto base = records(R"([{"id":1,"a":1,"b":2},{"id":2,"a":1,"b":2}])");
  const auto next = records(R"([{"b":2,"a":3,"id":1},{"b":2,"a":1,"id":2}])");
  const auto delta = gcf::diff(*base, *next);
  ASSERT_TRUE(delta.ok());
  EXPECT_EQ(delta->changed.size(), 1U);
  const auto result = gcf::apply(*base, *delta);
  ASSERT_TRUE(result.ok()) << result.error().message();
  EXPECT_EQ(text_of(*result), R"([{"id":1,"a":3,"b":2},{"id":2,"a":1,"b":2}])");
}

TEST(SetDelta, NeedsTheSameFields) {
  const auto base = records(R"([{"id":1,"a":1}])");
  EXPECT_EQ(code_of(gcf::diff(*base, *records(R"([{"id":1,"b":1}])"))), "not_representable");
  EXPECT_EQ(code_of(gcf::diff(*base, *records(R"([{"id":1,"a":1}])", "a"))), "not_representable");
  EXPECT_EQ(code_of(gcf::diff(*base, *map(R"({"x":{"a":1}})"))), "not_representable");
}

TEST(SetDelta, SavingsAreRoundedHalfToEven) {
  gcf::SetDelta delta;
  delta.key = "id";
  delta.base_root = delta.new_root = "r";
  const auto savings = [&](std::uint64_t part, std::uint64_t full) {
    const auto wire = gcf::encode_delta(delta, {part, full});
    const std::size_t at = wire->find("savings=");
    return at == std::string::npos ? "" : wire->substr(at + 8, wire->find('\n') - at - 8);
  };
  EXPECT_EQ(savings(7, 8), "12%");  // 7.1 #20
  EXPECT_EQ(savings(5, 8), "38%");
  EXPECT_EQ(savings(30, 160), "81%");
  EXPECT_EQ(savings(9, 8), "-12%");
  EXPECT_EQ(savings(0, 0), "");
}

TEST(SetDelta, ThreeOutcomes) {
  std::string many = "[";
  for (int i = 0; i < 50; ++i) {
    many += (i == 0 ? "" : ",") + ("{\"id\":" + std::to_string(i) + ",\"a\":\"some text\"}");
  }
  many += "]";
  const auto base = records(many);
  EXPECT_EQ(gcf::answer(*base, *base)->wire,
            "GCF profile=generic unchanged=true pack_root=" + base->root() + " count=50\n");
  std::string other = many;
  other.replace(other.find("some"), 4, "more");
  const auto next = records(other);
  const auto delta = gcf::answer(*base, *next);
  EXPECT_EQ(delta->outcome, Outcome::delta);
  EXPECT_EQ(gcf::apply(*base, *gcf::decode_set(exact(delta->wire)))->root(), next->root());
  // A measure that finds the delta dear gives the full payload.
  gcf::AnswerOptions options;
  options.cost.measure = [](const void*, std::string_view wire) -> std::uint64_t {
    return wire.find("delta=true") == std::string_view::npos ? 100 : 60;
  };
  EXPECT_EQ(gcf::answer(*base, *next, options)->outcome, Outcome::full);
  options.cost.measure = [](const void*, std::string_view wire) -> std::uint64_t {
    return wire.find("delta=true") == std::string_view::npos ? 100 : 59;
  };
  EXPECT_EQ(gcf::answer(*base, *next, options)->outcome, Outcome::delta);
  // Small sets are sent in full, unless forced.
  const auto one = records(R"([{"id":1,"a":1}])");
  const auto two = records(R"([{"id":1,"a":2}])");
  EXPECT_EQ(gcf::answer(*one, *two)->outcome, Outcome::full);
  options = {};
  options.always_delta = true;
  EXPECT_EQ(gcf::answer(*one, *two, options)->outcome, Outcome::delta);
  EXPECT_EQ(gcf::answer(*one, *one, options)->outcome, Outcome::delta);
  EXPECT_EQ(code_of(gcf::answer(*one, *records(R"([{"id":1}])"), options)), "not_representable");
  EXPECT_EQ(gcf::answer(*one, *records(R"([{"id":1}])"))->outcome, Outcome::full);
}

TEST(SetProducer, KeepsItsStateWhenItFails) {
  gcf::SetProducer producer(*records(R"([{"id":1}])"), "t");
  ASSERT_TRUE(producer.current_full().ok());
  EXPECT_EQ(code_of(producer.next(*records(R"([{"a b":1}])", "a b"))), "not_representable");
  EXPECT_EQ(producer.current().key(), "id");
  const auto next = producer.next(*records(R"([{"id":2}])"));
  ASSERT_TRUE(next.ok());
  EXPECT_FALSE(next->is_full);
}

TEST(SetProducer, ReanchorsEveryFifteenTurnsByDefault) {
  for (const std::int64_t n : {0, -3, 15}) {
    gcf::SetProducer producer(*records(R"([{"id":0}])"), "t", {gcf::Reanchor::Mode::fixed_n, n});
    for (int turn = 1; turn <= 31; ++turn) {
      const auto next = producer.next(*records("[{\"id\":" + std::to_string(turn) + "}]"));
      ASSERT_TRUE(next.ok());
      EXPECT_EQ(next->is_full, turn % 15 == 0) << turn;
    }
  }
}

TEST(SetProducer, AnEmptyMapComesBackAsAMap) {
  gcf::SetProducer producer(*map(R"({"a":{"x":1}})"), "t", {gcf::Reanchor::Mode::fixed_n, 2});
  gcf::SetConsumer consumer;
  ASSERT_TRUE(consumer.receive(*producer.current_full()).ok());
  const auto fields = map(R"({"a":{"x":1}})")->fields();
  for (int turn = 0; turn < 3; ++turn) {
    auto empty = KeyedSet::from_parts("", "key", fields, {}, true);
    ASSERT_TRUE(consumer.receive(producer.next(std::move(*empty))->wire).ok());
    EXPECT_TRUE(consumer.current()->rows().empty());
  }
  ASSERT_TRUE(consumer.receive(producer.next(*map(R"({"b":{"x":2}})"))->wire).ok());
  EXPECT_EQ(text_of(*consumer.current()), R"({"b":{"x":2}})");
}

TEST(SetConsumer, RefusesWithoutLosingAnything) {
  gcf::SetConsumer consumer;
  const auto one = records(R"([{"id":1,"a":1}])");
  const auto two = records(R"([{"id":1,"a":2}])");
  EXPECT_EQ(code_of(consumer.receive(*gcf::encode_unchanged(*one))), "base_mismatch");
  EXPECT_EQ(consumer.current(), nullptr);
  ASSERT_TRUE(consumer.receive(*gcf::encode_full(*one)).ok());
  EXPECT_EQ(code_of(consumer.receive(*gcf::encode_unchanged(*two))), "base_mismatch");
  EXPECT_EQ(*consumer.receive(*gcf::encode_unchanged(*one)), Outcome::unchanged);
  const auto wire = gcf::encode_delta(*gcf::diff(*one, *two));
  EXPECT_EQ(*consumer.receive(*wire), Outcome::delta);
  EXPECT_EQ(code_of(consumer.receive(*wire)), "base_mismatch");
  EXPECT_EQ(consumer.current()->root(), two->root());
}

// ---- graphs ----

TEST(GraphRoot, RefusesWhatHasNoRoot) {
  const auto refused = [](auto&& change) {
    graph::Payload payload = small_graph();
    change(payload);
    return std::string(code_of(graph::pack_root(payload)));
  };
  using Payload = graph::Payload;
  EXPECT_EQ(refused([](Payload&) {}), "ok");
  EXPECT_EQ(refused([](Payload& p) { p.edges[0].target = "gone"; }),
            "not_representable");  // 7.1 #19
  EXPECT_EQ(refused([](Payload& p) { p.symbols.push_back(p.symbols[0]); }), "not_representable");
  EXPECT_EQ(refused([](Payload& p) { p.edges.push_back(p.edges[0]); }), "not_representable");
  EXPECT_EQ(refused([](Payload& p) { p.symbols[0].provenance = "a\tb"; }), "not_representable");
  EXPECT_EQ(refused([](Payload& p) { p.edges[0].type = "a\nb"; }), "not_representable");
  EXPECT_EQ(refused([](Payload& p) { p.symbols[0].score = std::nan(""); }), "out_of_range");
  // Two kinds of one name are two symbols, but no edge can tell them apart.
  const auto two_kinds = [](Payload& p) {
    p.symbols.push_back(p.symbols[0]);
    p.symbols.back().kind = "type";
  };
  EXPECT_EQ(refused(two_kinds), "not_representable");
  EXPECT_EQ(refused([&](Payload& p) {
              two_kinds(p);
              p.edges.clear();
            }),
            "ok");
}

TEST(GraphRoot, HashesWhatTravels) {
  graph::Payload a = small_graph();
  graph::Payload b = small_graph();
  a.symbols[0].score = 0.125;  // arrives as 0.12
  b.symbols[0].score = 0.12;
  b.edges[0].status = "added";
  b.symbols[0].signature = "f()";
  EXPECT_EQ(*graph::pack_root(a), *graph::pack_root(b));
  EXPECT_NE(graph::canonical_bytes(a)->find("S\tfn\tpkg.Auth\t0.12\t"), std::string::npos);
  // 7.1 #18: by bytes, not by UTF-16.
  graph::Payload names;
  names.symbols = {{"\xF0\x9F\x98\x80", "type", 1, "", "x", 0, {}},
                   {"\xEF\xBC\xA1", "type", 1, "", "x", 0, {}}};
  EXPECT_EQ(*graph::canonical_bytes(names),
            "S\ttype\t\xEF\xBC\xA1\t1\tx\t0\nS\ttype\t\xF0\x9F\x98\x80\t1\tx\t0\n");
}

TEST(GraphDelta, LeadsFromOneToTheOther) {
  const graph::Payload base = small_graph();
  graph::Payload next = small_graph();
  next.tool = "test";
  next.symbols[1].score = 0.6;                                         // changed
  next.symbols.push_back({"pkg.New", "type", 0.3, "", "ast", 2, {}});  // added
  next.edges = {{"pkg.New", "pkg.Auth", "uses", ""}};
  const auto delta = graph::diff(base, next);
  ASSERT_TRUE(delta.ok());
  const auto wire = gcf::encode_delta(*delta, {30, 200});
  ASSERT_TRUE(wire.ok());
  EXPECT_EQ(*wire, "GCF profile=graph tool=test delta=true base_root=" + delta->base_root +
                       " new_root=" + delta->new_root +
                       " tokens=30 savings=85%\n## removed\nfn pkg.Server\n## added\n"
                       "@0 fn pkg.Server 0.60 lsp_resolved 1\n@1 type pkg.New 0.30 ast 2\n"
                       "## edges_removed\npkg.Server -> pkg.Auth calls\n"
                       "## edges_added\npkg.New -> pkg.Auth uses\n");
  const auto read = gcf::decode_delta(exact(*wire));
  ASSERT_TRUE(read.ok()) << read.error().message();
  const auto result = graph::apply(base, *read);
  ASSERT_TRUE(result.ok()) << result.error().message();
  EXPECT_EQ(result->pack_root, *graph::pack_root(next));
  // Again, it starts from another payload (7.2 #35).
  EXPECT_EQ(code_of(graph::apply(*result, *read)), "base_mismatch");
}

TEST(GraphDelta, RefusesContradictions) {
  const graph::Payload base = small_graph();
  const auto broken = [&](auto&& breaking) {
    graph::Delta delta;
    delta.base_root = delta.new_root = *graph::pack_root(base);
    breaking(delta);
    return std::string(code_of(graph::apply(base, delta)));
  };
  using Delta = graph::Delta;
  EXPECT_EQ(broken([](Delta&) {}), "ok");
  EXPECT_EQ(broken([](Delta& d) { d.new_root = "sha256:0"; }), "root_mismatch");
  EXPECT_EQ(broken([](Delta& d) { d.base_root = "sha256:0"; }), "base_mismatch");
  EXPECT_EQ(broken([&](Delta& d) { d.added = {base.symbols[0]}; }), "delta_invalid");
  EXPECT_EQ(broken([&](Delta& d) { d.removed = {base.symbols[0]}; }), "delta_invalid");  // its edge
  EXPECT_EQ(broken([&](Delta& d) {
              d.removed = {{"x", "type", 0, "", "", 0, {}}};
            }),
            "delta_invalid");
  EXPECT_EQ(broken([&](Delta& d) { d.added_edges = base.edges; }), "delta_invalid");
  EXPECT_EQ(broken([&](Delta& d) { d.removed_edges = {{"a", "b", "c", ""}}; }), "delta_invalid");
  EXPECT_EQ(broken([&](Delta& d) {
              d.removed_edges = {base.edges[0], base.edges[0]};
            }),
            "delta_invalid");
}

TEST(GraphDelta, RefusesWhatIsWrong) {
  const std::string h = "GCF profile=graph delta=true base_root=a new_root=b\n";
  struct Case {
    std::string wire;
    std::string_view code;
  };
  const Case cases[] = {
      {"GCF profile=generic delta=true base_root=a new_root=b\n", "malformed_delta"},
      {"GCF profile=graph base_root=a new_root=b\n", "malformed_delta"},
      {"GCF profile=graph delta=true base_root=a\n", "malformed_delta"},
      {h + "fn a\n", "malformed_delta"},
      {h + "## targets\n", "malformed_delta"},
      {h + "## added [1]\n", "malformed_delta"},
      {h + "##\n", "malformed_delta"},
      {h + "## removed\nfn\n", "malformed_delta"},
      {h + "## removed\nfn a b\n", "malformed_delta"},
      {h + "## removed\n## removed\n", "malformed_delta"},
      {h + "## added\n@0 fn a 0.50 x\n", "malformed_delta"},
      {h + "## added\n@1 fn a 0.50 x 0\n", "malformed_delta"},
      {h + "## added\n@0 fn a 0.5 x 0\n", "malformed_delta"},
      {h + "## added\n@0 fn a .50 x 0\n", "malformed_delta"},
      {h + "## added\n@0 fn a 0.50 x -1\n", "malformed_delta"},
      {h + "## added\n@0 fn a 0.50 x 99999999999999999999\n", "malformed_delta"},
      {h + "## added\n@0  # previously transmitted\n", "malformed_delta"},
      {h + "## edges_added\na - b c\n", "malformed_delta"},
      {h + "## edges_added\na -> b\n", "malformed_delta"},
      {h + "## removed\n  fn a\n", "invalid_indent"},
  };
  for (const Case& c : cases) {
    const auto read = gcf::decode_delta(exact(c.wire));
    EXPECT_EQ(code_of(read), c.code) << c.wire;
    if (!read) {
      EXPECT_LE(read.error().offset, c.wire.size());
    }
  }
  EXPECT_TRUE(gcf::decode_delta(exact(h + "## edges_added\n# note\n## added\r\n"
                                          "@0 fn a -0.50 x 3\r\n##! summary symbols=1\n"))
                  .ok());
}

TEST(GraphDelta, RefusesWordsThatWouldBeTorn) {
  const auto refused = [](const graph::Symbol& symbol) {
    graph::Delta delta;
    delta.base_root = delta.new_root = "r";
    delta.added = {symbol};
    return std::string(code_of(gcf::encode_delta(delta)));
  };
  EXPECT_EQ(refused({"a", "type", 0.5, "", "x", 0, {}}), "ok");
  EXPECT_EQ(refused({"a b", "type", 0.5, "", "x", 0, {}}), "not_representable");
  EXPECT_EQ(refused({"a", "type", 0.5, "", "", 0, {}}), "not_representable");
  EXPECT_EQ(refused({"a", "", 0.5, "", "x", 0, {}}), "not_representable");
  EXPECT_EQ(refused({"a", "type", 0.5, "", "x", -1, {}}), "not_representable");
  EXPECT_EQ(refused({"a", "type", std::numeric_limits<double>::infinity(), "", "x", 0, {}}),
            "out_of_range");
  graph::Delta delta;
  delta.base_root = delta.new_root = "r";
  delta.added_edges = {{"#", "b", "calls", ""}};
  EXPECT_EQ(code_of(gcf::encode_delta(delta)), "not_representable");
  delta.added_edges = {{"#b", "#", "calls", ""}};
  EXPECT_EQ(gcf::decode_delta(exact(*gcf::encode_delta(delta)))->added_edges, delta.added_edges);
  EXPECT_EQ(*gcf::encode_unchanged("sha256:1", 7),
            "GCF profile=graph unchanged=true pack_root=sha256:1 symbols=7\n");
}

// ---- graph messages ----

/// `count` functions of two packages that call each other in a ring.
graph::Payload ring(std::size_t count) {
  graph::Payload payload;
  payload.tool = "find";
  for (std::size_t i = 0; i < count; ++i) {
    payload.symbols.push_back({"pkg.F" + std::to_string(i),
                               "function",
                               0.9 - 0.01 * static_cast<double>(i),
                               "",
                               "lsp",
                               static_cast<std::int64_t>(i % 3),
                               {}});
    payload.edges.push_back(
        {"pkg.F" + std::to_string(i), "pkg.F" + std::to_string((i + 1) % count), "calls", ""});
  }
  return payload;
}

std::string set_to(graph::Payload& payload, auto&& change) {
  change(payload);
  return *graph::pack_root(payload);
}

TEST(GraphMessage, FullPayloadsCarryTheirRoot) {
  graph::Payload payload = small_graph();
  payload.pack_root = "sha256:stale";
  payload.symbols[0].score = 0.785;
  const std::string root = *graph::pack_root(payload);
  const auto wire = gcf::encode_full(payload);
  ASSERT_TRUE(wire.ok()) << wire.error().message();
  EXPECT_EQ(*wire, "GCF profile=graph symbols=2 edges=1 pack_root=" + root +
                       "\n## targets\n@0 fn pkg.Auth 0.79 lsp_resolved\n## related\n"
                       "@1 fn pkg.Server 0.54 lsp_resolved\n## edges [1]\n@0<@1 calls\n");
  const auto message = gcf::decode_graph_message(exact(*wire));
  ASSERT_TRUE(message.ok()) << message.error().message();
  EXPECT_EQ(message->outcome, Outcome::full);
  EXPECT_EQ(message->root, root);
  EXPECT_EQ(gcf::apply(graph::Payload{}, *message)->pack_root, root);
  graph::Payload dangling = small_graph();
  dangling.edges[0].source = "gone";
  EXPECT_EQ(code_of(gcf::encode_full(dangling)), "not_representable");
  graph::Payload blank = small_graph();
  blank.symbols[0].qualified_name = blank.edges[0].target = "a b";
  EXPECT_EQ(code_of(gcf::encode_full(blank)), "not_representable");
}

TEST(GraphMessage, RefusesWhatIsWrong) {
  const std::string root = *graph::pack_root(small_graph());
  const std::string full = *gcf::encode_full(small_graph());
  std::string changed = full;
  changed.replace(changed.find("0.78"), 4, "0.77");
  struct Case {
    std::string wire;
    std::string_view code;
  };
  const Case cases[] = {
      {full, "ok"},
      {"", "missing_header"},
      {"{}", "missing_header"},
      {"GCF x=1\n", "missing_profile"},
      {"GCF profile=generic pack_root=a key=id\n## r [0]{@id}\n", "malformed_delta"},
      {"GCF profile=graph symbols=0\n", "malformed_delta"},
      {changed, "root_mismatch"},
      {full.substr(0, full.rfind("@0<")), "count_mismatch"},
      {"GCF profile=graph unchanged=true pack_root=" + root + " symbols=2\n", "ok"},
      {"GCF profile=graph unchanged=true pack_root=" + root + "\n", "ok"},
      {"GCF profile=graph unchanged=true\n", "malformed_delta"},
      {"GCF profile=graph unchanged=true pack_root=a symbols=x\n", "malformed_header_field"},
      {"GCF profile=graph unchanged=true pack_root=a symbols=99999999999999999999\n",
       "malformed_header_field"},
      {"GCF profile=graph unchanged=true pack_root=a symbols=1\n## targets\n", "invalid_line"},
      {"GCF profile=graph delta=true base_root=a new_root=b\n", "ok"},
      {"GCF profile=graph delta=true base_root=a\n", "malformed_delta"},
      {"GCF profile=graph delta=true base_root=a new_root=b\n## targets\n", "malformed_delta"},
      {"GCF profile=graph session=true symbols=1 pack_root=a\n## targets\n"
       "@0  # previously transmitted\n",
       "unresolved_reference"},
      {"GCF profile=graph symbols=1 pack_root=a\n## targets\n@0 fn \xFF 0.10 x\n", "invalid_utf8"},
  };
  for (const Case& c : cases) {
    const auto read = gcf::decode_graph_message(exact(c.wire));
    EXPECT_EQ(code_of(read), c.code) << c.wire;
    if (!read) {
      EXPECT_LE(read.error().offset, c.wire.size());
    }
  }
  DecodeOptions complete;
  complete.complete = true;
  EXPECT_EQ(code_of(gcf::decode_graph_message(exact(full.substr(0, full.size() - 1)), complete)),
            "unexpected_end");
  DecodeOptions small;
  small.max_bytes = 10;
  EXPECT_EQ(code_of(gcf::decode_graph_message(exact(full), small)), "size_exceeded");
}

TEST(GraphAnswer, ThreeOutcomes) {
  const graph::Payload base = ring(40);
  // Nothing that counts has changed: order, status, signature, digits that do not travel.
  graph::Payload same = ring(40);
  std::swap(same.symbols[0], same.symbols[7]);
  same.edges[3].status = "added";
  same.symbols[5].signature = "func()";
  same.symbols[9].score += 0.001;
  const auto unchanged = gcf::answer(base, same);
  ASSERT_TRUE(unchanged.ok()) << unchanged.error().message();
  EXPECT_EQ(unchanged->outcome, Outcome::unchanged);
  EXPECT_EQ(unchanged->wire, "GCF profile=graph unchanged=true pack_root=" +
                                 *graph::pack_root(base) + " symbols=40\n");
  const auto kept = gcf::apply(base, *gcf::decode_graph_message(exact(unchanged->wire)));
  EXPECT_EQ(kept->pack_root, *graph::pack_root(base));
  EXPECT_EQ(code_of(gcf::apply(ring(39), *gcf::decode_graph_message(exact(unchanged->wire)))),
            "base_mismatch");

  graph::Payload next = ring(40);
  const std::string next_root = set_to(next, [](graph::Payload& p) { p.symbols[3].score = 0.1; });
  const auto delta = gcf::answer(base, next);
  ASSERT_TRUE(delta.ok());
  EXPECT_EQ(delta->outcome, Outcome::delta);
  EXPECT_EQ(delta->wire, "GCF profile=graph tool=find delta=true base_root=" +
                             *graph::pack_root(base) + " new_root=" + next_root +
                             " tokens=0 savings=0%\n## removed\nfn pkg.F3\n## added\n"
                             "@0 fn pkg.F3 0.10 lsp 0\n");
  EXPECT_EQ(gcf::apply(base, *gcf::decode_graph_message(exact(delta->wire)))->pack_root, next_root);

  // What is mostly new is sent in full, unless forced.
  const auto full = gcf::answer(ring(3), ring(40));
  EXPECT_EQ(full->outcome, Outcome::full);
  EXPECT_EQ(full->wire, *gcf::encode_full(ring(40)));
  gcf::AnswerOptions options;
  options.always_delta = true;
  EXPECT_EQ(gcf::answer(ring(3), ring(40), options)->outcome, Outcome::delta);
  EXPECT_EQ(gcf::answer(base, base, options)->outcome, Outcome::delta);
  options.tool = "other";
  EXPECT_NE(gcf::answer(base, next, options)->wire.find(" tool=other delta=true"),
            std::string::npos);
  options.tool = "no tool";
  EXPECT_EQ(code_of(gcf::answer(base, next, options)), "not_representable");
  graph::Payload broken = ring(4);
  broken.symbols.push_back(broken.symbols[0]);
  EXPECT_EQ(code_of(gcf::answer(base, broken)), "not_representable");
  EXPECT_EQ(code_of(gcf::answer(broken, base)), "not_representable");
}

TEST(GraphAnswer, TheMeasureDecidesAndIsStated) {
  const graph::Payload base = ring(40);
  graph::Payload next = ring(40);
  next.symbols[3].score = 0.1;
  gcf::AnswerOptions options;
  options.cost.measure = [](const void*, std::string_view wire) -> std::uint64_t {
    return wire.find("delta=true") == std::string_view::npos ? 100 : 60;
  };
  EXPECT_EQ(gcf::answer(base, next, options)->outcome, Outcome::full);
  options.cost.measure = [](const void*, std::string_view wire) -> std::uint64_t {
    return wire.find("delta=true") == std::string_view::npos ? 100 : 59;
  };
  const auto stated = gcf::answer(base, next, options);
  EXPECT_EQ(stated->outcome, Outcome::delta);
  EXPECT_NE(stated->wire.find(" tokens=59 savings=41%\n"), std::string::npos) << stated->wire;
  // The statement is part of what is measured.
  options.cost.measure = [](const void*, std::string_view wire) -> std::uint64_t {
    return wire.size();
  };
  const auto bytes = gcf::answer(base, next, options);
  EXPECT_NE(bytes->wire.find(" tokens=" + std::to_string(bytes->wire.size()) + " "),
            std::string::npos)
      << bytes->wire;
  // A measure that never agrees with itself does no harm.
  std::uint64_t calls = 0;
  options.cost.context = &calls;
  options.cost.measure = [](const void* context, std::string_view) -> std::uint64_t {
    return ++*const_cast<std::uint64_t*>(static_cast<const std::uint64_t*>(context));
  };
  options.always_delta = true;
  EXPECT_TRUE(gcf::answer(base, next, options).ok());
  EXPECT_LT(calls, 10U);
}

TEST(GraphApply, KeepsWhatIsNoPartOfASnapshot) {
  graph::Payload base = ring(3);
  base.symbols[1].signature = "func()";
  base.symbols[1].score = 0.8912;
  base.token_budget = 500;
  base.tokens_used = 17;
  graph::Payload next = ring(3);
  next.symbols[1].score = 0.89;
  next.symbols[2].provenance = "ast";
  const auto result = graph::apply(base, *graph::diff(base, next));
  ASSERT_TRUE(result.ok()) << result.error().message();
  EXPECT_EQ(result->symbols[1].signature, "func()");
  EXPECT_EQ(result->symbols[1].score, 0.89);  // as a full payload would give it
  EXPECT_EQ(result->token_budget, 500);
  EXPECT_EQ(result->tokens_used, 0);
}

TEST(GraphProducer, ReanchorsAndKeepsItsStateWhenItFails) {
  for (const std::int64_t n : {0, -3, 15}) {
    gcf::GraphProducer producer(ring(30), {gcf::Reanchor::Mode::fixed_n, n});
    gcf::GraphConsumer consumer;
    ASSERT_TRUE(consumer.receive(*producer.current_full()).ok());
    for (int turn = 1; turn <= 31; ++turn) {
      graph::Payload next = ring(30);
      next.symbols[0].score = 0.01 * turn;
      const auto sent = producer.next(next);
      ASSERT_TRUE(sent.ok());
      EXPECT_EQ(sent->is_full, turn % 15 == 0) << turn;
      ASSERT_TRUE(consumer.receive(exact(sent->wire)).ok());
      EXPECT_EQ(consumer.current()->pack_root, *graph::pack_root(next));
    }
    graph::Payload broken = ring(4);
    broken.edges[0].source = "gone";
    EXPECT_EQ(code_of(producer.next(broken)), "not_representable");
    EXPECT_EQ(producer.current().symbols.size(), 30U);
  }
  // The size guard sends a full payload before the deltas have grown as long.
  gcf::GraphProducer guarded(ring(30), {gcf::Reanchor::Mode::size_guard, 0});
  const std::size_t full = guarded.current_full()->size();
  std::size_t deltas = 0;
  std::size_t fulls = 0;
  for (int turn = 1; turn <= 20; ++turn) {
    graph::Payload next = ring(30);
    next.symbols[0].score = 0.01 * turn;
    const auto sent = guarded.next(next);
    ASSERT_TRUE(sent.ok());
    deltas = sent->is_full ? 0 : deltas + sent->wire.size();
    fulls += sent->is_full ? 1 : 0;
    EXPECT_LT(deltas, full);
  }
  EXPECT_GT(fulls, 1U);
}

TEST(GraphConsumer, RefusesWithoutLosingAnything) {
  gcf::GraphConsumer consumer;
  const graph::Payload one = ring(5);
  const graph::Payload two = ring(6);
  const std::string one_root = *graph::pack_root(one);
  EXPECT_EQ(code_of(consumer.receive(*gcf::encode_unchanged(one_root, 5))), "base_mismatch");
  EXPECT_EQ(consumer.current(), nullptr);
  ASSERT_TRUE(consumer.receive(*gcf::encode_full(one)).ok());
  EXPECT_EQ(*consumer.receive(*gcf::encode_unchanged(one_root, 5)), Outcome::unchanged);
  EXPECT_EQ(code_of(consumer.receive(*gcf::encode_unchanged(*graph::pack_root(two), 6))),
            "base_mismatch");
  const auto wire = gcf::encode_delta(*graph::diff(one, two));
  EXPECT_EQ(*consumer.receive(*wire), Outcome::delta);
  EXPECT_EQ(code_of(consumer.receive(*wire)), "base_mismatch");
  EXPECT_EQ(consumer.current()->pack_root, *graph::pack_root(two));
}

TEST(GraphRoot, RefusesWhatIsNotUtf8) {
  for (auto graph::Symbol::*member :
       {&graph::Symbol::qualified_name, &graph::Symbol::kind, &graph::Symbol::provenance}) {
    graph::Payload payload = small_graph();
    payload.edges.clear();
    payload.symbols[0].*member = "\xFF";
    EXPECT_EQ(code_of(graph::pack_root(payload)), "invalid_utf8");
    graph::Delta delta;
    delta.base_root = delta.new_root = "r";
    delta.added = {payload.symbols[0]};
    EXPECT_EQ(code_of(gcf::encode_delta(delta)), "invalid_utf8");
  }
  graph::Payload payload = small_graph();
  payload.edges[0].type = "\xFF";
  EXPECT_EQ(code_of(graph::pack_root(payload)), "invalid_utf8");
}

}  // namespace
}  // namespace laconic

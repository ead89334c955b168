// graph_test.cpp - graph payloads, the graph profile, and sessions.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <laconic/delta.hpp>
#include <laconic/gcf.hpp>
#include <laconic/gcf_session.hpp>
#include <laconic/json.hpp>
#include <laconic/stream.hpp>

#include "direct_json.hpp"
#include "exact_text.hpp"

namespace laconic {
namespace {

using graph::Edge;
using graph::Loss;
using graph::Payload;
using graph::Symbol;
using support::exact;

Symbol symbol(std::string name, double score = 0.5, std::int64_t distance = 0,
              std::string kind = "function", std::string provenance = "ast") {
  return {std::move(name), std::move(kind), score, "", std::move(provenance), distance, {}};
}

gcf::GraphEncodeOptions lossless() {
  gcf::GraphEncodeOptions options;
  options.lossless = true;
  return options;
}

std::string encoded(const Payload& payload) {
  auto text = gcf::encode_graph(payload, lossless(), nullptr);
  return text ? *text : text.error().message();
}

std::string refusal(const Payload& payload) {
  auto text = gcf::encode_graph(payload, {}, nullptr);
  return text ? *text : std::string(slug(text.error().code));
}

/// "ok", or "slug offset".
std::string verdict(std::string_view text, const DecodeOptions& options = {}) {
  auto payload = gcf::decode_graph(exact(text), options);
  auto document = gcf::decode(exact(text), options);
  EXPECT_EQ(payload.ok(), document.ok()) << text;
  const std::string wrong = support::check_to_json(text, options, document);
  EXPECT_EQ(wrong, "");
  if (payload) return "ok";
  EXPECT_EQ(payload.error().code, document.error().code);
  EXPECT_EQ(payload.error().offset, document.error().offset);
  return std::string(slug(payload.error().code)) + ' ' + std::to_string(payload.error().offset);
}

Result<Payload> from_json(std::string_view text, std::vector<Loss>* losses = nullptr) {
  auto document = json::decode(text);
  if (!document) return document.error();
  return graph::from_value(document->root(), losses);
}

TEST(GraphPayload, ReadsBothSpellings) {
  auto camel = from_json(
      R"({"tool":"t","tokenBudget":5,"tokensUsed":4,"packRoot":"r","symbols":[{"qualifiedName":"a",
      "kind":"type","score":1,"provenance":"p","distance":2,"signature":"s","components":
      {"blastRadius":1,"confidence":2,"recency":3,"distance":4}}],
      "edges":[{"source":"a","target":"a","edgeType":"calls","status":"added"}]})");
  auto snake = from_json(
      R"({"tool":"t","token_budget":5.0,"tokens_used":4,"pack_root":"r","symbols":[{
      "qualified_name":"a","kind":"type","score":1.0,"provenance":"p","distance":2,"signature":"s",
      "components":{"blast_radius":1,"confidence":2,"recency":3,"distance":4}}],
      "edges":[{"source":"a","target":"a","type":"calls","status":"added"}]})");
  ASSERT_TRUE(camel.ok()) << camel.error().message();
  ASSERT_TRUE(snake.ok()) << snake.error().message();
  EXPECT_EQ(*camel, *snake);
  EXPECT_EQ(camel->token_budget, 5);
  EXPECT_EQ(camel->symbols.at(0).components.distance, 4);
  EXPECT_EQ(camel->edges.at(0).type, "calls");
  auto document = graph::to_document(*camel);
  ASSERT_TRUE(document.ok());
  auto back = graph::from_value(document->root());
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(*back, *camel);
  auto text = json::encode(document->root());
  ASSERT_TRUE(text.ok());
  EXPECT_TRUE(text->starts_with(R"({"tool":"t","tokenBudget":5,"tokensUsed":4,"packRoot":"r",)"));
}

TEST(GraphPayload, MissingAndNullAreEmpty) {
  for (const std::string_view text :
       {"{}", R"({"symbols":null,"edges":null,"tool":null})", R"({"symbols":[],"edges":[]})"}) {
    auto payload = from_json(text);
    ASSERT_TRUE(payload.ok()) << text;
    EXPECT_EQ(*payload, Payload{});
  }
}

TEST(GraphPayload, RefusesWrongTypesAndTwoSpellingsAtOnce) {
  for (const std::string_view text :
       {"[]", R"({"tool":1})", R"({"symbols":{}})", R"({"symbols":[1]})", R"({"edges":["a"]})",
        R"({"tokenBudget":1.5})", R"({"symbols":[{"score":"1"}]})",
        R"({"symbols":[{"score":1e400}]})", R"({"symbols":[{"components":[]}]})"}) {
    auto payload = from_json(text);
    ASSERT_FALSE(payload.ok()) << text;
    EXPECT_EQ(payload.error().code, Errc::not_representable) << text;
  }
  auto twice = from_json(R"({"tokenBudget":1,"token_budget":1})");
  ASSERT_FALSE(twice.ok());
  EXPECT_EQ(twice.error().code, Errc::duplicate_key);
}

TEST(GraphPayload, TellsUnknownMembersAndDigits) {
  std::vector<Loss> losses;
  auto payload = from_json(
      R"({"x":1,"symbols":[{"kind":"a","y":2},{"y":3,"score":0.1000000000000000000001}]})",
      &losses);
  ASSERT_TRUE(payload.ok());
  ASSERT_EQ(losses.size(), 3U);
  EXPECT_EQ(losses[0].what, R"(the member "y" of symbols is unknown and left out, 2 times)");
  EXPECT_EQ(losses[1].what, R"(the member "x" of the payload is unknown and left out)");
  EXPECT_EQ(losses[2].what, "1 number(s) have more digits than binary64 keeps");
}

TEST(GraphPayload, DocumentRefusesWhatJsonCannotHold) {
  Payload payload;
  payload.symbols = {symbol("a", std::numeric_limits<double>::quiet_NaN())};
  EXPECT_EQ(graph::to_document(payload).error().code, Errc::out_of_range);
  payload.symbols = {symbol("\xff")};
  EXPECT_EQ(graph::to_document(payload).error().code, Errc::invalid_utf8);
}

TEST(GraphEncode, OrderHeaderGroupsAndEdges) {
  Payload payload{"t",
                  9,
                  8,
                  "sha256:00",
                  {symbol("far", 0.1, 12), symbol("b", 0.5, 1), symbol("a", 0.75, 1, "interface"),
                   symbol("z", 0.25, 0, "route_handler"), symbol("e", 1, 2, "widget")},
                  {{"a", "z", "calls", "added"}, {"z", "a", "b", ""}, {"z", "a", "a", ""}}};
  EXPECT_EQ(encoded(payload),
            "GCF profile=graph tool=t budget=9 tokens=8 symbols=5 edges=3 pack_root=sha256:00\n"
            "## targets\n@0 route z 0.25 ast\n## related\n@1 iface a 0.75 ast\n@2 fn b 0.50 ast\n"
            "## extended\n@3 widget e 1.00 ast\n## distance_12\n@4 fn far 0.10 ast\n"
            "## edges [3]\n@1<@0 a\n@1<@0 b\n@0<@1 calls added\n");
  EXPECT_EQ(encoded(Payload{}), "GCF profile=graph symbols=0\n");
}

TEST(GraphEncode, ScoresRoundHalfToEven) {
  const std::pair<double, std::string_view> cases[] = {
      {0.125, "0.12"}, {0.625, "0.62"}, {2.675, "2.67"},
      {0.375, "0.38"}, {-0.5, "-0.50"}, {1e15, "1000000000000000.00"},
      {0.999, "1.00"}};
  for (const auto& [score, text] : cases) {
    std::vector<Loss> losses;
    Payload payload;
    payload.symbols = {symbol("a", score)};
    auto wire = gcf::encode_graph(payload, {}, &losses);
    ASSERT_TRUE(wire.ok());
    EXPECT_NE(wire->find(" " + std::string(text) + " "), std::string::npos) << *wire;
    auto back = gcf::decode_graph(*wire);
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(losses.empty(), back->symbols[0].score == score) << score;
  }
}

TEST(GraphEncode, MinusZeroIsZeroEverywhere) {
  for (const double score : {-0.004, -0.0, 0.0, -1e-300}) {
    Payload payload;
    payload.symbols = {symbol("a", score)};
    EXPECT_EQ(*gcf::encode_graph(payload, {}, nullptr),
              "GCF profile=graph symbols=1\n## targets\n@0 fn a 0.00 ast\n");
    EXPECT_EQ(*graph::canonical_bytes(payload), "S\tfn\ta\t0\tast\t0\n");
    graph::Delta delta;
    delta.base_root = delta.new_root = "r";
    delta.added = payload.symbols;
    EXPECT_NE(gcf::encode_delta(delta)->find("@0 fn a 0.00 ast 0\n"), std::string::npos);
    gcf::Session session;
    EXPECT_NE(session.encode(payload)->text.find("@0 fn a 0.00 ast\n"), std::string::npos);
  }
  // Others write it; read, it is the same score.
  const auto read =
      gcf::decode_graph("GCF profile=graph symbols=1\n## targets\n@0 fn a -0.00 ast\n");
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_FALSE(std::signbit(read->symbols[0].score));
  const auto delta = gcf::decode_delta(
      "GCF profile=graph delta=true base_root=a new_root=b\n## added\n@0 fn a -0.00 ast 0\n");
  ASSERT_TRUE(delta.ok()) << delta.error().message();
  EXPECT_FALSE(std::signbit(delta->added[0].score));
}

/// GCF 5: sixteen kinds, six of which are abbreviated; one table for whoever writes or reads.
TEST(GraphKinds, AreSpelledAlikeByEveryWriter) {
  const std::pair<std::string_view, std::string_view> kinds[] = {
      {"function", "fn"},       {"type", "type"},       {"method", "method"},
      {"interface", "iface"},   {"var", "var"},         {"const", "const"},
      {"resource", "resource"}, {"table", "table"},     {"class", "class"},
      {"selector", "selector"}, {"field", "field"},     {"route_handler", "route"},
      {"external", "ext"},      {"file", "file"},       {"package", "pkg"},
      {"service", "svc"},       {"env_var", "env_var"}, {"widget", "widget"},
  };
  for (const auto& [kind, word] : kinds) {
    Payload payload;
    payload.symbols = {symbol("a", 0.5)};
    payload.symbols[0].kind = kind;
    const std::string node = "@0 " + std::string(word) + " a 0.50 ast";
    const std::string wire = encoded(payload);
    EXPECT_NE(wire.find(node + "\n"), std::string::npos) << wire;
    EXPECT_EQ(gcf::decode_graph(wire)->symbols[0].kind, kind);

    std::string streamed;
    gcf::GraphStreamWriter stream({[](void* context, std::string_view text) -> Result<Done> {
                                     static_cast<std::string*>(context)->append(text);
                                     return Done{};
                                   },
                                   &streamed});
    ASSERT_TRUE(stream.symbol(payload.symbols[0]).ok());
    ASSERT_TRUE(stream.close().ok());
    EXPECT_NE(streamed.find(node + "\n"), std::string::npos) << streamed;
    EXPECT_EQ(gcf::decode_graph(streamed)->symbols[0].kind, kind);

    graph::Delta delta;
    delta.base_root = delta.new_root = "r";
    delta.removed = delta.added = payload.symbols;
    const std::string changes = *gcf::encode_delta(delta);
    EXPECT_NE(changes.find("## removed\n" + std::string(word) + " a\n## added\n" + node + " 0\n"),
              std::string::npos)
        << changes;
    EXPECT_EQ(gcf::decode_delta(changes)->removed[0].kind, kind);
    EXPECT_EQ(gcf::decode_delta(changes)->added[0].kind, kind);

    EXPECT_TRUE(graph::canonical_bytes(payload)->starts_with("S\t" + std::string(word) + "\ta\t"));
  }
}

TEST(GraphEncode, TellsEveryLossAndRefusesItWhenAsked) {
  Payload payload;
  Symbol full = symbol("a", 0.123);
  full.signature = "int a()";
  full.components.recency = 1;
  payload.symbols = {full, symbol("b", 0.5, 0, "fn")};
  payload.edges = {{"a", "nowhere", "calls", ""}, {"a", "b", "calls", "unchanged"}};
  std::vector<Loss> losses;
  auto wire = gcf::encode_graph(payload, {}, &losses);
  ASSERT_TRUE(wire.ok());
  EXPECT_EQ(losses.size(), 6U);
  EXPECT_NE(losses[0].what.find("a -> nowhere"), std::string::npos) << losses[0].what;
  EXPECT_NE(wire->find("edges=1"), std::string::npos);
  EXPECT_NE(wire->find("## edges [1]\n"), std::string::npos);
  EXPECT_TRUE(encoded(payload).starts_with("not_lossless: ")) << encoded(payload);
  // All edges lost: the section stays, with nothing in it.
  payload.edges.resize(1);
  wire = gcf::encode_graph(payload, {}, nullptr);
  ASSERT_TRUE(wire.ok());
  EXPECT_TRUE(wire->ends_with("## edges [0]\n")) << *wire;
  EXPECT_EQ(wire->find("edges=1"), std::string::npos);
}

TEST(GraphEncode, RefusesWhatTheWireHasNoFormFor) {
  const auto with = [](const Symbol& one) {
    Payload payload;
    payload.symbols = {one};
    return refusal(payload);
  };
  EXPECT_EQ(with(symbol("")), "not_representable");
  EXPECT_EQ(with(symbol("a b")), "not_representable");
  EXPECT_EQ(with(symbol("a\nb")), "not_representable");
  EXPECT_EQ(with(symbol("\xff")), "invalid_utf8");
  EXPECT_EQ(with(symbol("a", 0, 0, "")), "not_representable");
  EXPECT_EQ(with(symbol("a", 0, 0, "type", "")), "not_representable");
  EXPECT_EQ(with(symbol("a", 0, -1)), "not_representable");
  EXPECT_EQ(with(symbol("a", std::numeric_limits<double>::infinity())), "invalid_score");
  Payload payload;
  payload.tool = "my tool";
  EXPECT_EQ(refusal(payload), "not_representable");
  payload.tool = "";
  payload.tokens_used = -1;
  EXPECT_EQ(refusal(payload), "not_representable");
  payload.tokens_used = 0;
  payload.symbols = {symbol("a"), symbol("a")};
  EXPECT_EQ(refusal(payload), "duplicate_key");
  payload.symbols = {symbol("a"), symbol("a", 0, 0, "fn")};  // the same on the wire
  EXPECT_EQ(refusal(payload), "duplicate_key");
  payload.symbols = {symbol("a"), symbol("a", 0.4, 0, "type"), symbol("b", 0.3)};
  EXPECT_EQ(encoded(payload),
            "GCF profile=graph symbols=3\n## targets\n@0 fn a 0.50 ast\n@1 type a 0.40 ast\n"
            "@2 fn b 0.30 ast\n");
  payload.edges = {{"b", "a", "calls", ""}};
  EXPECT_EQ(refusal(payload), "not_representable");
  payload.edges = {{"b", "b", "", ""}};
  EXPECT_EQ(refusal(payload), "not_representable");
  payload.edges = {{"b", "b", "c", "x y"}};
  EXPECT_EQ(refusal(payload), "not_representable");
}

TEST(GraphEncode, KeepsToTheSizeLimit) {
  gcf::GraphEncodeOptions options;
  options.max_bytes = 20;
  Payload payload;
  payload.symbols = {symbol("a")};
  auto text = gcf::encode_graph(payload, options, nullptr);
  ASSERT_FALSE(text.ok());
  EXPECT_EQ(text.error().code, Errc::size_exceeded);
}

constexpr std::string_view head = "GCF profile=graph symbols=1\n";
constexpr std::string_view node = "## targets\n@0 fn a 0.90 ast\n";

std::string after_head(std::string_view body) {
  return std::string(head) + std::string(body);
}
std::string after_node(std::string_view body) {
  return std::string(head) + std::string(node) + std::string(body);
}

TEST(GraphDecode, RefusesWithNameAndPlace) {
  const auto at_body = [](std::size_t offset) { return std::to_string(head.size() + offset); };
  const auto at_node = [](std::size_t offset) {
    return std::to_string(head.size() + node.size() + offset);
  };
  EXPECT_EQ(verdict(after_node("")), "ok");
  EXPECT_EQ(verdict(after_head("@0 fn a 0.90 ast\n")), "invalid_line " + at_body(0));
  EXPECT_EQ(verdict(after_head("## targets\n@0 fn a 0.90\n")), "invalid_node_line " + at_body(11));
  EXPECT_EQ(verdict(after_head("## targets\n@0 fn a 0.90 ast x\n")),
            "invalid_node_line " + at_body(11));
  EXPECT_EQ(verdict(after_head("## targets\n@0 fn a 0.90 \n")), "invalid_node_line " + at_body(11));
  EXPECT_EQ(verdict(after_head("## targets\n@0  fn a 0.90 ast\n")),
            "invalid_node_line " + at_body(11));
  EXPECT_EQ(verdict(after_head("## targets\n@x fn a 0.90 ast\n")),
            "invalid_symbol_id " + at_body(11));
  EXPECT_EQ(verdict(after_head("## targets\n@00 fn a 0.90 ast\n")),
            "invalid_symbol_id " + at_body(11));
  EXPECT_EQ(verdict(after_head("## targets\n@1 fn a 0.90 ast\n")),
            "invalid_symbol_id " + at_body(11));
  EXPECT_EQ(verdict(after_head("## targets\n@9999999999999999999 fn a 0.90 ast\n")),
            "invalid_symbol_id " + at_body(11));
  for (const std::string_view score : {"0.9", ".90", "1e2", "0.900", "+0.90", "nan", "0,90"}) {
    EXPECT_EQ(verdict(after_head("## targets\n@0 fn a " + std::string(score) + " ast\n")),
              "invalid_score " + at_body(19));
  }
  EXPECT_EQ(verdict(after_node("@1 fn a 0.80 ast\n")), "duplicate_key " + at_node(0));
  EXPECT_EQ(verdict(after_node("@1 fn b 0.80 ast\n")), "count_mismatch 18");
  EXPECT_EQ(verdict(after_node("@0 fn b 0.80 ast\n")), "invalid_symbol_id " + at_node(0));
  EXPECT_EQ(verdict(after_node("text\n")), "invalid_line " + at_node(0));
  EXPECT_EQ(verdict(after_node("  ## edges\n")), "invalid_indent " + at_node(2));
  EXPECT_EQ(verdict(after_node("\t## edges\n")), "tab_indentation " + at_node(0));
  EXPECT_EQ(verdict(after_node("## edges [1]\n@0 @0 calls\n")),
            "invalid_edge_syntax " + at_node(13));
  EXPECT_EQ(verdict(after_node("## edges [1]\n@0<0 calls\n")),
            "invalid_edge_syntax " + at_node(16));
  EXPECT_EQ(verdict(after_node("## edges [1]\n@0<@0\n")), "invalid_edge_syntax " + at_node(13));
  EXPECT_EQ(verdict(after_node("## edges [1]\n@0<@0 a b c\n")),
            "invalid_edge_syntax " + at_node(13));
  EXPECT_EQ(verdict(after_node("## edges [1]\n@0<@3 calls\n")),
            "unknown_edge_reference " + at_node(16));
  EXPECT_EQ(verdict(after_node("## edges [01]\n@0<@0 calls\n")), "invalid_count " + at_node(10));
  EXPECT_EQ(verdict(after_node("## edges [1] x\n@0<@0 calls\n")),
            "malformed_header_field " + at_node(12));
  EXPECT_EQ(verdict(after_node("## edges [2]\n@0<@0 calls\n")), "count_mismatch " + at_node(3));
  EXPECT_EQ(verdict(after_node("## edges [0]\n@0<@0 calls\n")), "count_mismatch " + at_node(3));
  EXPECT_EQ(verdict(after_node("##! summary x\n")), "malformed_header_field " + at_node(12));
  EXPECT_EQ(verdict(after_node("##! summary\n## edges\n")), "invalid_line " + at_node(12));
  EXPECT_EQ(verdict(after_head("## targets\n@0  # previously transmitted\n")),
            "unresolved_reference " + at_body(11));
  EXPECT_EQ(verdict("GCF profile=graph budget=-1\n"), "malformed_header_field 18");
  EXPECT_EQ(verdict("GCF profile=graph symbols=x\n"), "invalid_count 18");
  EXPECT_EQ(verdict("GCF profile=graph unchanged=true pack_root=a\n"), "not_a_full_payload 18");
  EXPECT_EQ(verdict("GCF profile=graph delta=true base_root=a new_root=b\n## added\n"),
            "not_a_full_payload 18");
  EXPECT_EQ(verdict("GCF profile=graph delta=true base_root=a new_root=b\n## targets\n"),
            "malformed_delta 52");
  EXPECT_EQ(verdict("GCF profile=graph symbols=0\n\xff"), "invalid_utf8 28");
}

TEST(GraphDecode, OnlyTheGraphProfile) {
  auto generic = gcf::decode_graph("GCF profile=generic\n");
  ASSERT_FALSE(generic.ok());
  EXPECT_EQ(generic.error().code, Errc::unknown_profile);
  EXPECT_EQ(gcf::decode_graph("").error().code, Errc::missing_header);
  DecodeOptions small;
  small.max_bytes = 5;
  EXPECT_EQ(gcf::decode_graph("GCF profile=graph\n", small).error().code, Errc::size_exceeded);
}

TEST(GraphDecode, CountsOfStreams) {
  const std::string stream =
      "GCF profile=graph\n## targets\n@0 fn a 0.90 ast\n## edges [?]\n@0<@0 calls\n";
  EXPECT_EQ(verdict(stream + "##! summary symbols=1 edges=1 counts=1,1\n"), "ok");
  EXPECT_EQ(verdict(stream + "##! summary symbols=1 edges=1 counts=targets:1,edges:1\n"), "ok");
  EXPECT_EQ(verdict(stream + "##! summary counts=what?\n"), "ok");
  EXPECT_EQ(verdict(stream + "##! summary symbols=2 edges=1\n"), "count_mismatch 83");
  EXPECT_EQ(verdict(stream + "##! summary symbols=1 edges=0\n"), "count_mismatch 93");
  auto open = gcf::decode(stream);
  ASSERT_TRUE(open.ok());
  ASSERT_EQ(open->notes().size(), 1U);
  EXPECT_EQ(open->notes()[0].code, Errc::unexpected_end);
  DecodeOptions complete;
  complete.complete = true;
  EXPECT_EQ(verdict(stream, complete), "unexpected_end 71");
  EXPECT_EQ(verdict("GCF profile=graph symbols=0", complete), "unexpected_end 27");
}

TEST(GraphDecode, UnknownGroupsKeepTheDistanceAndWarn) {
  auto document = gcf::decode(
      "GCF profile=graph symbols=2\n## related\n@0 fn a 0.90 ast\n## nearby\n@1 fn b 0.80 ast\n");
  ASSERT_TRUE(document.ok());
  ASSERT_EQ(document->notes().size(), 1U);
  EXPECT_EQ(document->root().find("symbols")->items()[1].find("distance")->integer(), 1);
}

TEST(GraphDecode, LenientRepairsCountsScoresAndFences) {
  DecodeOptions lenient;
  lenient.lenient = true;
  auto document = gcf::decode(
      "Here you are:\n```\nGCF profile=graph symbols=3\n## targets\n  @0 fn a 0.9 ast\n"
      "## edges [2]\n@0<@0 calls\n```\n",
      lenient);
  ASSERT_TRUE(document.ok()) << document.error().message();
  EXPECT_EQ(document->notes().size(), 6U);
  EXPECT_EQ(document->root().find("edges")->size(), 1U);
  EXPECT_FALSE(
      gcf::decode("GCF profile=graph symbols=1\n## targets\n@0 fn a 0.90\n", lenient).ok());
}

// ---- sessions

struct Clock {
  std::int64_t now = 1000;
  static std::int64_t read(void* context) { return static_cast<Clock*>(context)->now; }
};

Payload payload_of(std::vector<Symbol> symbols) {
  Payload payload;
  payload.symbols = std::move(symbols);
  return payload;
}

std::string send(gcf::Session& session, const Payload& payload, bool commit = true) {
  auto message = session.encode(payload);
  if (!message) return message.error().message();
  if (commit) {
    EXPECT_TRUE(session.commit(message->ticket).ok());
  }
  return message->text;
}

TEST(Session, IdentityIsKindAndName) {
  gcf::Session session;
  EXPECT_EQ(send(session, payload_of({symbol("a")})),
            "GCF profile=graph symbols=1 session=true\n## targets\n@0 fn a 0.50 ast\n");
  EXPECT_EQ(send(session, payload_of({symbol("a", 0.5, 0, "type"), symbol("a", 0.4)})),
            "GCF profile=graph symbols=2 session=true\n## targets\n@1 type a 0.50 ast\n"
            "@0 fn a 0.40 ast\n");
  EXPECT_EQ(session.size(), 2U);
}

TEST(Session, OrdersAndFiltersAsPlainPayloads) {
  gcf::Session session;
  Payload payload = payload_of({symbol("b", 0.5, 1), symbol("a")});
  payload.edges = {{"b", "a", "calls", ""}, {"a", "nowhere", "calls", ""}};
  payload.pack_root = "r";
  EXPECT_EQ(send(session, payload),
            "GCF profile=graph symbols=2 edges=1 session=true pack_root=r\n## targets\n"
            "@0 fn a 0.50 ast\n## related\n@1 fn b 0.50 ast\n## edges [1]\n@0<@1 calls\n");
}

TEST(Session, DeclaresInFullUntilDelivered) {
  gcf::Session session;
  const std::string full =
      "GCF profile=graph symbols=1 session=true\n## targets\n@0 fn a 0.50 ast\n";
  EXPECT_EQ(send(session, payload_of({symbol("a")}), false), full);
  EXPECT_EQ(send(session, payload_of({symbol("a")}), false), full);
  EXPECT_EQ(send(session, payload_of({symbol("a")})), full);
  EXPECT_NE(send(session, payload_of({symbol("a")})), full);
  // A lost message keeps its ids to itself.
  EXPECT_NE(send(session, payload_of({symbol("b")}), false).find("@1 fn b"), std::string::npos);
  EXPECT_NE(send(session, payload_of({symbol("c")})).find("@2 fn c"), std::string::npos);
  EXPECT_NE(send(session, payload_of({symbol("b")})).find("@1 fn b"), std::string::npos);
  EXPECT_EQ(session.commit(999).error().code, Errc::bad_usage);
  EXPECT_EQ(session.commit(0).error().code, Errc::bad_usage);
}

TEST(Session, ChangedSymbolsAreNeverReferences) {
  gcf::Session session;
  send(session, payload_of({symbol("a", 0.5)}));
  EXPECT_NE(send(session, payload_of({symbol("a", 0.6)})).find("@0 fn a 0.60"), std::string::npos);
  EXPECT_NE(send(session, payload_of({symbol("a", 0.6)})).find("@0 fn a 0.60"), std::string::npos);
}

TEST(Session, LimitsFallBackToAFullPayloadAndStartOver) {
  Clock clock;
  gcf::SessionLimits limits{3, 100, 250};
  gcf::Session session(limits, {Clock::read, &clock});
  const Payload a = payload_of({symbol("a")});
  const std::string plain = "GCF profile=graph symbols=1\n## targets\n@0 fn a 0.50 ast\n";
  send(session, a);
  clock.now += 101;  // idle
  EXPECT_EQ(send(session, a), plain);
  EXPECT_NE(send(session, a).find("session=true\n## targets\n@1 fn a"), std::string::npos);
  for (int i = 0; i < 4; ++i) {
    clock.now += 60;
    EXPECT_NE(send(session, a).find("@1  # previously transmitted"), std::string::npos);
  }
  clock.now += 60;  // lifetime
  EXPECT_EQ(send(session, a), plain);
  EXPECT_NE(send(session, a).find("@2 fn a"), std::string::npos);
  const Payload many = payload_of({symbol("b"), symbol("c"), symbol("d")});
  auto message = session.encode(many);
  ASSERT_TRUE(message.ok());
  EXPECT_TRUE(message->full);
  EXPECT_EQ(session.size(), 0U);
  EXPECT_NE(send(session, a).find("@3 fn a"), std::string::npos);
  clock.now -= 1;  // a clock that went backwards
  EXPECT_EQ(send(session, a), plain);
}

TEST(Session, FailuresChangeNothing) {
  gcf::Session session;
  send(session, payload_of({symbol("a")}));
  const std::string before = *session.save();
  EXPECT_FALSE(session.encode(payload_of({symbol("x y")})).ok());
  EXPECT_FALSE(session.encode(payload_of({symbol("b", 0.123)}), lossless()).ok());
  gcf::GraphEncodeOptions small;
  small.max_bytes = 10;
  EXPECT_FALSE(session.encode(payload_of({symbol("b")}), small).ok());
  EXPECT_EQ(*session.save(), before);
}

TEST(Session, SaveAndLoad) {
  Clock clock;
  gcf::Session session({}, {Clock::read, &clock});
  send(session, payload_of({symbol("a"), symbol("b", 0.3, 2, "type", "-")}));
  send(session, payload_of({symbol("true")}), false);
  auto saved = session.save();
  ASSERT_TRUE(saved.ok());
  gcf::Session other({}, {Clock::read, &clock});
  ASSERT_TRUE(other.load(*saved).ok());
  EXPECT_EQ(*other.save(), *saved);
  const Payload payload = payload_of({symbol("a"), symbol("true"), symbol("n")});
  EXPECT_EQ(send(session, payload), send(other, payload));
  gcf::Session empty;
  EXPECT_TRUE(gcf::Session().load(*empty.save()).ok());
  const std::string before = *other.save();
  for (std::size_t i = 0; i < saved->size(); ++i) {
    EXPECT_FALSE(other.load(std::string_view(*saved).substr(0, i)).ok()) << i;
  }
  gcf::SessionReader reader;
  EXPECT_FALSE(other.load(*reader.save()).ok());
  EXPECT_FALSE(reader.load(*saved).ok());
  EXPECT_EQ(*other.save(), before);
}

TEST(SessionReader, ResolvesReferencesAndKeepsItsStateOnFailure) {
  gcf::SessionReader reader;
  auto first = reader.decode(
      "GCF profile=graph symbols=2 session=true\n## targets\n@4 fn a 0.50 ast\n@7 type b 0.40 x\n");
  ASSERT_TRUE(first.ok()) << first.error().message();
  auto second = reader.decode(
      "GCF profile=graph symbols=2 session=true\n## related\n@7  # previously transmitted\n"
      "## extended\n@9 fn c 0.10 y\n## edges [1]\n@7<@9 calls\n");
  ASSERT_TRUE(second.ok()) << second.error().message();
  EXPECT_EQ(second->symbols[0], symbol("b", 0.4, 1, "type", "x"));
  EXPECT_EQ(second->edges[0], (Edge{"c", "b", "calls", ""}));
  const std::string state = *reader.save();
  const std::pair<std::string_view, Errc> bad[] = {
      {"GCF profile=graph symbols=1 session=true\n## targets\n@5  # previously transmitted\n",
       Errc::unresolved_reference},
      {"GCF profile=graph symbols=1\n## targets\n@4  # previously transmitted\n",
       Errc::unresolved_reference},
      {"GCF profile=graph symbols=1 session=true\n## targets\n@4 type a 0.50 ast\n",
       Errc::invalid_symbol_id},
      {"GCF profile=graph symbols=1 session=true\n## targets\n@4 # previously transmitted\n",
       Errc::invalid_node_line},
      {"GCF profile=graph symbols=2 session=true\n## targets\n@4 fn a 0.90 ast\n",
       Errc::count_mismatch},
      {"GCF profile=graph symbols=2 session=true\n## targets\n@4 fn a 0.90 ast\n"
       "@4  # previously transmitted\n",
       Errc::invalid_symbol_id},
      {"GCF profile=graph symbols=1 session=true\n## targets\n@4 fn a 0.90 as",
       Errc::unexpected_end},
      {"GCF profile=graph session=true\n## targets\n@4 fn a 0.90 ast\n", Errc::unexpected_end},
      {"GCF profile=graph symbols=1 edges=1 session=true\n## targets\n@4 fn a 0.90 ast\n"
       "## edges [1]\n@4<@7 calls\n",
       Errc::unknown_edge_reference},
  };
  for (const auto& [text, code] : bad) {
    auto result = reader.decode(exact(text));
    ASSERT_FALSE(result.ok()) << text;
    EXPECT_EQ(result.error().code, code) << text << result.error().message();
    EXPECT_EQ(*reader.save(), state) << text;
  }
  // A payload without session says nothing to it.
  ASSERT_TRUE(reader.decode("GCF profile=graph symbols=1\n## targets\n@0 fn z 0.50 ast\n").ok());
  EXPECT_EQ(*reader.save(), state);
  gcf::SessionReader other;
  ASSERT_TRUE(other.load(state).ok());
  EXPECT_EQ(*other.save(), state);
  EXPECT_EQ(other.size(), 3U);
  ASSERT_TRUE(reader
                  .decode("GCF profile=graph symbols=1 session=true\n## targets\n"
                          "@4 fn a 0.90 lsp\n")
                  .ok());
  auto updated = reader.decode(
      "GCF profile=graph symbols=1 session=true\n## targets\n@4  # previously transmitted\n");
  ASSERT_TRUE(updated.ok());
  EXPECT_EQ(updated->symbols[0], symbol("a", 0.9, 0, "function", "lsp"));
  reader.reset();
  EXPECT_EQ(reader.size(), 0U);
  gcf::SessionReader tiny(1);
  EXPECT_EQ(tiny.decode("GCF profile=graph symbols=2 session=true\n## targets\n@0 fn a 0.50 ast\n"
                        "@1 fn b 0.50 ast\n")
                .error()
                .code,
            Errc::limit_exceeded);
  EXPECT_EQ(tiny.size(), 0U);
  EXPECT_EQ(tiny.load(state).error().code, Errc::limit_exceeded);
}

TEST(Session, ThreadsMayShareBothEnds) {
  gcf::Session session;
  gcf::SessionReader reader;
  constexpr int threads = 4;
  constexpr int rounds = 200;
  std::vector<std::thread> workers;
  std::vector<int> wrong(threads, 0);
  for (int t = 0; t < threads; ++t) {
    workers.emplace_back([&, t] {
      for (int i = 0; i < rounds; ++i) {
        const Payload payload = payload_of(
            {symbol("s" + std::to_string(i % 17)), symbol("t" + std::to_string(t), 0.4)});
        auto message = session.encode(payload);
        auto read = message ? reader.decode(message->text) : Result<Payload>(message.error());
        // Only delivered symbols become references, so every message can be read.
        if (!read || !(*read == payload) || !session.commit(message->ticket)) {
          ++wrong[static_cast<std::size_t>(t)];
        }
        if (i % 50 == 0 && !session.save()) ++wrong[static_cast<std::size_t>(t)];
      }
    });
  }
  for (std::thread& worker : workers)
    worker.join();
  EXPECT_EQ(wrong, std::vector<int>(threads, 0));
  EXPECT_EQ(session.size(), 17U + threads);
  EXPECT_EQ(reader.size(), session.size());
}

}  // namespace
}  // namespace laconic

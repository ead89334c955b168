// gcb_test.cpp - GCB1: every rule of the writer and every refusal of the reader.
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <string_view>

#include <laconic/gcb.hpp>
#include <laconic/json.hpp>

#include "exact_text.hpp"
#include "generate_graph.hpp"

namespace laconic {
namespace {

using support::exact;

std::string bytes(std::string_view hex) {
  std::string out;
  std::string digits;
  for (const char c : hex) {
    if (c == ' ') continue;
    digits += c;
    if (digits.size() < 2) continue;
    out += static_cast<char>(std::stoi(digits, nullptr, 16));
    digits.clear();
  }
  return out;
}

constexpr std::string_view symbol_a =
    "01 61 01 00 00 00 3f 03 00 00 00000000 00000000 00000000 00000000";

graph::Payload two_symbols() {
  graph::Payload payload;
  payload.tool = "t";
  payload.symbols = {{"a", "function", 0.5, "", "lsp_resolved", 0, {}},
                     {"b", "type", 0.25, "g()", "structural", 255, {0.25, 0.5, 0, 1}}};
  payload.edges = {{"a", "b", "calls", "added"}, {"b", "a", "executes_process", "removed"}};
  return payload;
}

/// The sentences of the losses, one per line.
std::string losses_of(const graph::Payload& payload, gcb::Dangling dangling = gcb::Dangling::drop) {
  std::vector<Loss> losses;
  gcb::EncodeOptions options;
  options.dangling = dangling;
  options.losses = &losses;
  const auto text = gcb::encode(payload, options);
  if (!text) return text.error().message();
  std::string out;
  for (const Loss& loss : losses)
    out += loss.what + "\n";
  return out;
}

TEST(Gcb, WritesAndReadsTheSamePayload) {
  const graph::Payload payload = two_symbols();
  const auto wire = gcb::encode(payload);
  ASSERT_TRUE(wire.ok());
  EXPECT_EQ(losses_of(payload), "");
  const auto back = gcb::decode(exact(*wire));
  ASSERT_TRUE(back.ok()) << back.error().message();
  EXPECT_EQ(*back, payload);
}

TEST(Gcb, LayoutIsByteForByte) {
  graph::Payload payload;
  EXPECT_EQ(*gcb::encode(payload), bytes("47434231010000000000"));
  payload.tool = "x";
  payload.tokens_used = -1;
  payload.token_budget = 128;
  EXPECT_EQ(*gcb::encode(payload), bytes("4743423101 0178 ffffffffffffffffff01 8001 00 00"));
  payload = {};
  payload.symbols = {{"a", "function", 0.5, "", "lsp_resolved", 0, {}}};
  payload.edges = {{"a", "a", "imports", ""}};
  EXPECT_EQ(*gcb::encode(payload),
            bytes("4743423101 00 00 00 01 01" + std::string(symbol_a) + "00 00 02 00"));
}

TEST(Gcb, EveryWordHasItsNumber) {
  graph::Payload payload;
  for (const char* kind : {"function", "type", "method", "interface", "var", "const", "resource",
                           "table", "class", "selector", "field", "route_handler", "external",
                           "file", "package", "service", "env_var", "process"}) {
    payload.symbols.push_back({std::string("n.") + kind, kind, 0, "", "ast_inferred", 0, {}});
  }
  const auto wire = gcb::encode(payload);
  ASSERT_TRUE(wire.ok());
  EXPECT_EQ(losses_of(payload), "");
  const auto back = gcb::decode(*wire);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(*back, payload);
  // process is number 18: the last symbol's kind.
  EXPECT_EQ((*wire)[wire->size() - 24], 18);
}

TEST(Gcb, DanglingEdges) {
  graph::Payload payload = two_symbols();
  payload.edges.push_back({"b", "gone", "calls", ""});
  EXPECT_EQ(losses_of(payload), "1 edge(s) to symbols that are not there are left out\n");
  EXPECT_EQ(*gcb::encode(payload), *gcb::encode(two_symbols()));
  EXPECT_NE(losses_of(payload, gcb::Dangling::compat).find("point at the first symbol"),
            std::string::npos);
  gcb::EncodeOptions options;
  options.dangling = gcb::Dangling::compat;
  const auto pointed = gcb::decode(*gcb::encode(payload, options));
  ASSERT_TRUE(pointed.ok());
  EXPECT_EQ(pointed->edges.back().target, "a");
  options.dangling = gcb::Dangling::error;
  const auto refused = gcb::encode(payload, options);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Errc::not_representable);
  EXPECT_NE(refused.error().detail.find("\"gone\""), std::string::npos);
  // There is no first symbol: such bytes could not be read.
  payload.symbols.clear();
  options.dangling = gcb::Dangling::compat;
  EXPECT_FALSE(gcb::encode(payload, options).ok());
}

TEST(Gcb, OfEqualNamesTheLastIsMeant) {
  graph::Payload payload = two_symbols();
  payload.symbols.push_back(payload.symbols[0]);
  payload.edges = {{"a", "b", "calls", ""}};
  const auto wire = gcb::encode(payload);
  ASSERT_TRUE(wire.ok());
  EXPECT_EQ(wire->substr(wire->size() - 4), std::string("\x02\x01\x01\x00", 4));
}

TEST(Gcb, LossesAreCounted) {
  graph::Payload payload = two_symbols();
  payload.pack_root = "sha256:00";
  payload.symbols[0].score = 0.1;
  payload.symbols[0].kind = "macro";
  payload.symbols[1].kind = "";
  payload.symbols[0].provenance = "rwr";
  payload.symbols[0].distance = 257;
  payload.symbols[1].distance = -1;
  payload.edges[0].type = "weird";
  payload.edges[0].status = "unchanged";
  payload.edges[1].status = "bogus";
  EXPECT_EQ(losses_of(payload),
            "GCB1 has no place for the pack root\n"
            "1 number(s) are rounded to binary32\n"
            "2 distance(s) outside 0 to 255 keep their lowest eight bits only\n"
            "2 kind(s) that GCB1 does not know become \"unknown_0\"\n"
            "1 provenance(s) that GCB1 does not know become \"unknown_0\"\n"
            "1 edge type(s) that GCB1 does not know become \"unknown_0\"\n"
            "1 edge(s) lose the status \"unchanged\"\n"
            "1 edge(s) lose a status that GCB1 does not know\n");
  const auto back = gcb::decode(*gcb::encode(payload));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->symbols[0].kind, "unknown_0");
  EXPECT_EQ(back->symbols[0].distance, 1);
  EXPECT_EQ(back->symbols[1].distance, 255);
  EXPECT_EQ(back->edges[0].status, "");
  // The registry refuses what nobody takes note of.
  const auto document = graph::to_document(payload);
  const auto refused = encode(gcb::codec(), document->root());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Errc::not_lossless);
  EXPECT_NE(refused.error().detail.find("pack root"), std::string::npos);
}

TEST(Gcb, RefusesWhatItCannotRead) {
  graph::Payload payload = two_symbols();
  payload.symbols[1].components.recency = 1e39;
  EXPECT_EQ(gcb::encode(payload).error().code, Errc::out_of_range);
  payload.symbols[1].components.recency = std::numeric_limits<double>::infinity();
  EXPECT_EQ(gcb::encode(payload).error().code, Errc::out_of_range);
  payload = two_symbols();
  payload.symbols[0].signature = "\xFF";
  EXPECT_EQ(gcb::encode(payload).error().code, Errc::invalid_utf8);
  gcb::EncodeOptions small;
  small.max_bytes = 20;
  EXPECT_EQ(gcb::encode(two_symbols(), small).error().code, Errc::size_exceeded);
}

struct Refusal {
  std::string hex;
  std::string_view slug;
  std::uint64_t offset;
  std::string_view detail;
};

TEST(Gcb, ReaderNamesThePlace) {
  const std::string one = "4743423101 00 00 00 01 01" + std::string(symbol_a);
  const Refusal table[] = {
      {"", "missing_header", 0, "47 43 42 31"},
      {"474342", "missing_header", 0, ""},
      {"4743423201", "missing_header", 0, ""},
      {"47434231", "unexpected_end", 4, "the version"},
      {"4743423102 00000000", "unsupported", 4, "version 2"},
      {"4743423101", "unexpected_end", 5, "tool"},
      {"4743423101 0561", "invalid_count", 5, "5 bytes, but only 1"},
      {"4743423101 01ff 00 00 00 00", "invalid_utf8", 6, "tool"},
      {"4743423101 00 00", "unexpected_end", 7, "token_budget"},
      {"4743423101 00 ffffffffffffffffffff 00", "invalid_number", 6, "tokens_used"},
      {"4743423101 00 ffffffffffffffffff02 00", "invalid_number", 6, "2^64-1"},
      {"4743423101 00 8000 00 00 00", "invalid_number", 6, "more bytes than it needs"},
      {"4743423101 00 00 00 ffffffffffffffffff01 00", "out_of_range", 8, "negative"},
      {"4743423101 ffffffffffffffffff01", "out_of_range", 5, "tool"},
      {"4743423101 00 00 00 01 00", "invalid_count", 9, "1 symbols"},
      {"4743423101 00 00 00 00 01", "invalid_count", 9, "1 edges"},
      {"4743423101 00 00 00 ffffffff0f ffffffff0f", "invalid_count", 13, "bytes follow"},
      {"4743423101 00 00 00 00 01 00000000", "unknown_edge_reference", 10, "there are 0"},
      {one + "00 01 01 00", "unknown_edge_reference", 37, "the target of edge 0 is symbol 1"},
      {one + "00 00 01 03", "invalid_edge_syntax", 39, "is 3"},
      {one + "00 00 01 00 2121", "trailing_characters", 40, "2 byte(s)"},
      {"4743423101 00 00 00 01 00 01 61 01 00 00 c07f 03 00 00 00000000000000000000000000000000",
       "out_of_range", 13, "the score of symbol 0"},
  };
  for (const Refusal& each : table) {
    const std::string text = bytes(each.hex);
    const auto read = decode(gcb::codec(), exact(text));
    ASSERT_FALSE(read.ok()) << each.hex;
    EXPECT_EQ(slug(read.error().code), each.slug) << each.hex << read.error().detail;
    EXPECT_EQ(read.error().offset, each.offset) << each.hex << read.error().detail;
    EXPECT_NE(read.error().detail.find(each.detail), std::string::npos) << read.error().detail;
  }
  // Cut anywhere, it is refused, and the sentence never points behind the bytes.
  const std::string whole = *gcb::encode(two_symbols());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto read = gcb::decode(exact(whole.substr(0, size)));
    ASSERT_FALSE(read.ok()) << size;
    EXPECT_LE(read.error().offset, size);
  }
  DecodeOptions small;
  small.max_bytes = 9;
  EXPECT_EQ(gcb::decode(whole, small).error().code, Errc::size_exceeded);
}

TEST(Gcb, LenientReadingTakesNotes) {
  DecodeOptions lenient;
  lenient.lenient = true;
  const std::string one = "4743423101 00 8000 00 01 01" + std::string(symbol_a);
  const auto read = decode(gcb::codec(), bytes(one + "00 00 01 03 2121"), lenient);
  ASSERT_TRUE(read.ok()) << read.error().message();
  ASSERT_EQ(read->notes().size(), 3U);
  EXPECT_EQ(read->notes()[0].code, Errc::invalid_number);
  EXPECT_EQ(read->notes()[1].code, Errc::invalid_edge_syntax);
  EXPECT_EQ(read->notes()[2].code, Errc::trailing_characters);
  EXPECT_EQ(read->root().find("edges")->items()[0].find("status")->string(), "");
}

TEST(Gcb, UnknownNumbersBecomeWords) {
  const std::string text = bytes(
      "4743423101 00 00 00 01 01 01 61 c8 00 00 00 3f 00 ff 00"
      "00000000 00000000 00000000 00000000 00 00 27 00");
  const auto read = gcb::decode(text);
  ASSERT_TRUE(read.ok()) << read.error().message();
  EXPECT_EQ(read->symbols[0].kind, "unknown_200");
  EXPECT_EQ(read->symbols[0].provenance, "unknown_0");
  EXPECT_EQ(read->symbols[0].distance, 255);
  EXPECT_EQ(read->edges[0].type, "unknown_39");
}

TEST(Gcb, SmallInputDoesNotBecomeHuge) {
  // One name of 1 MiB and many edges that repeat it twice each.
  std::string text = bytes("4743423101 00 00 00 01 c03e 808040");
  text += std::string(std::size_t{1} << 20, 'n');
  text += bytes("01 00 00 00 3f 03 00 00 00000000 00000000 00000000 00000000");
  for (int i = 0; i < 8000; ++i)
    text += std::string("\0\0\1\0", 4);
  const auto read = gcb::decode(text);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, Errc::limit_exceeded) << read.error().detail;
}

TEST(Gcb, TheCodecSaysWhatItIs) {
  const Codec& codec = gcb::codec();
  EXPECT_TRUE(codec.binary && codec.graph && codec.lossless);
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  EXPECT_EQ(*codecs.find("binary"), &codec);
  EXPECT_EQ(*codecs.find("gcb1"), &codec);
  EXPECT_EQ(*codecs.find_by_extension("x.gcb"), &codec);
  EXPECT_EQ(*codecs.detect(bytes("47434231010000000000")), &codec);
  const Setting wrong[] = {{"dangling", "maybe"}};
  EncodeOptions options;
  options.settings = wrong;
  EXPECT_EQ(encode(codec, Value(), options).error().code, Errc::bad_usage);
}

TEST(Gcb, GeneratedPayloadsReadBackUpToWhatIsTold) {
  support::Random random(7);
  for (int i = 0; i < 300; ++i) {
    graph::Payload payload = support::generate_graph(random);
    for (graph::Symbol& symbol : payload.symbols)
      symbol.score = static_cast<double>(static_cast<float>(symbol.score));
    const auto document = graph::to_document(payload);
    const auto exact_bytes = encode(gcb::codec(), document->root());
    const auto back = gcb::decode(*gcb::encode(payload));
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(back->symbols.size(), payload.symbols.size());
    EXPECT_EQ(exact_bytes.ok(), *back == payload);
  }
}

}  // namespace
}  // namespace laconic

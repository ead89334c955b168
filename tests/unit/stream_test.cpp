// stream_test.cpp - GCF row by row: both writers, and the reader's events.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/gcf.hpp>
#include <laconic/gcf_graph.hpp>
#include <laconic/gcf_session.hpp>
#include <laconic/json.hpp>
#include <laconic/stream.hpp>
#include <laconic/stream_io.hpp>

#include "exact_text.hpp"
#include "stream_events.hpp"

namespace laconic {
namespace {

using support::exact;
using Columns = std::vector<std::string_view>;
using Type = gcf::Event::Type;

Result<Done> append(void* out, std::string_view text) {
  static_cast<std::string*>(out)->append(text);
  return Done{};
}

Document from_json(std::string_view text) {
  auto doc = json::decode(exact(text));
  EXPECT_TRUE(doc.ok()) << text;
  return doc ? std::move(*doc) : Document();
}

struct Written {
  std::string text;
  gcf::StreamWriter writer{{append, &text}};
};

/// What a payload must read back as.
void expect_reads(std::string_view text, std::string_view json) {
  DecodeOptions complete;
  complete.complete = true;
  const auto doc = gcf::decode(exact(text), complete);
  ASSERT_TRUE(doc.ok()) << text << doc.error().message();
  EXPECT_EQ(*json::encode(doc->root()), json);
  EXPECT_EQ(support::check_stream(text, true, 1), "");
}

TEST(StreamWriter, MembersSectionsTablesAndMaps) {
  Written w;
  const Document doc = from_json(
      R"({"s":"db","l":[1,"a,b"],"r":[[1,"Alice"],[2,null]],"m":["web-01",23],"o":{"id":3}})");
  const Value root = doc.root();
  EXPECT_TRUE(w.writer.member("source", *root.find("s")));
  EXPECT_TRUE(w.writer.inline_array("x y", root.find("l")->items()));
  EXPECT_TRUE(w.writer.begin_section("deep"));
  EXPECT_TRUE(w.writer.member("a=b", *root.find("s")));
  EXPECT_TRUE(w.writer.begin_array("t", Columns{"c"}));
  EXPECT_TRUE(w.writer.end());
  EXPECT_TRUE(w.writer.end());
  EXPECT_TRUE(w.writer.begin_array("employees", Columns{"id", "full name"}));
  for (const Value& row : root.find("r")->items())
    EXPECT_TRUE(w.writer.row(row.items()));
  EXPECT_TRUE(w.writer.row(*root.find("o")));
  EXPECT_TRUE(w.writer.end());
  EXPECT_TRUE(w.writer.begin_map("servers", "key", Columns{"cpu"}));
  EXPECT_TRUE(w.writer.row(root.find("m")->items()));
  EXPECT_TRUE(w.writer.end());
  EXPECT_TRUE(w.writer.close());
  EXPECT_EQ(w.text,
            "GCF profile=generic\n"
            "source=db\n"
            "\"x y\"[2]: 1,\"a,b\"\n"
            "## deep\n"
            "  \"a=b\"=db\n"
            "  ## t [?]{c}\n"
            "## employees [?]{id,\"full name\"}\n"
            "1|Alice\n"
            "2|-\n"
            "3|~\n"
            "## servers [?:]{key,cpu}\n"
            "web-01|23\n"
            "##! summary counts=0,3,1\n");
  expect_reads(w.text,
               R"({"source":"db","x y":[1,"a,b"],"deep":{"a=b":"db","t":[]},)"
               R"("employees":[{"id":1,"full name":"Alice"},{"id":2,"full name":null},{"id":3}],)"
               R"("servers":{"web-01":{"cpu":23}}})");
}

TEST(StreamWriter, RootForms) {
  const Document doc = from_json(R"([{"k":"a","v":1},{"v":2,"k":"#b"}])");
  Written array;
  EXPECT_TRUE(array.writer.begin_root_array(Columns{"k", "v"}));
  Written map;
  EXPECT_TRUE(map.writer.begin_root_map("k", Columns{"v"}));
  for (const Value& row : doc.root().items()) {
    EXPECT_TRUE(array.writer.row(row));
    EXPECT_TRUE(map.writer.row(row));
  }
  EXPECT_TRUE(array.writer.end() && array.writer.close());
  EXPECT_TRUE(map.writer.end() && map.writer.close());
  expect_reads(array.text, R"([{"k":"a","v":1},{"k":"#b","v":2}])");
  expect_reads(map.text, R"({"a":{"v":1},"#b":{"v":2}})");
  Written empty;
  EXPECT_TRUE(empty.writer.close());
  expect_reads(empty.text, "{}");
  Written none;
  EXPECT_TRUE(none.writer.empty_root_array() && none.writer.close());
  expect_reads(none.text, "[]");
}

TEST(StreamWriter, Items) {
  const Document doc = from_json(R"([1,"=x",null,[],{},[1,"a,b",null],[true]])");
  Written w;
  EXPECT_TRUE(w.writer.begin_section("deep"));
  EXPECT_TRUE(w.writer.begin_items("a b"));
  for (const Value& value : doc.root().items())
    EXPECT_TRUE(w.writer.item(value));
  EXPECT_TRUE(w.writer.end());
  EXPECT_TRUE(w.writer.begin_items("none") && w.writer.end());
  EXPECT_TRUE(w.writer.end());
  EXPECT_TRUE(w.writer.begin_items("last") && w.writer.item(doc.root().items()[0]));
  EXPECT_TRUE(w.writer.end() && w.writer.close());
  EXPECT_EQ(w.text,
            "GCF profile=generic\n## deep\n  ## \"a b\" [?]\n  @0 =1\n  @1 ==x\n  @2 =-\n  @3 [0]\n"
            "  @4 {}\n  @5 [3]: 1,\"a,b\",-\n  @6 [1]: true\n  ## none [?]\n## last [?]\n@0 =1\n"
            "##! summary counts=7,0,1\n");
  expect_reads(
      w.text, R"({"deep":{"a b":[1,"=x",null,[],{},[1,"a,b",null],[true]],"none":[]},"last":[1]})");
  Written root;
  EXPECT_TRUE(root.writer.begin_root_items());
  for (const Value& value : doc.root().items())
    EXPECT_TRUE(root.writer.item(value));
  EXPECT_TRUE(root.writer.end() && root.writer.close());
  expect_reads(root.text, R"([1,"=x",null,[],{},[1,"a,b",null],[true]])");
}

TEST(StreamWriter, RefusesAndSticks) {
  const Document doc =
      from_json(R"({"one":[1],"two":[1,2],"nested":[[1]],"big":[1e400],"extra":{"a":1,"b":2},)"
                R"("deep":{"a":{}},"key":["x",1],"no_key":[1,1]})");
  const Value root = doc.root();
  const auto refused = [&](Errc code, auto calls) {
    Written w;
    const Result<Done> first = calls(w.writer);
    ASSERT_FALSE(first.ok()) << w.text;
    EXPECT_EQ(first.error().code, code) << first.error().message();
    const auto later = w.writer.close();
    ASSERT_FALSE(later.ok());
    EXPECT_EQ(later.error().code, code);
    EXPECT_TRUE(w.text.ends_with('\n'));  // only whole lines
  };
  const auto row = [&](const char* name) {
    return [&root, name](gcf::StreamWriter& w) {
      EXPECT_TRUE(w.begin_array("t", Columns{"a"}));
      return w.row(root.find(name)->items());
    };
  };
  refused(Errc::row_width_mismatch, row("two"));
  refused(Errc::not_representable, row("nested"));
  refused(Errc::out_of_range, row("big"));
  const auto record = [&](const char* name) {
    return [&root, name](gcf::StreamWriter& w) {
      EXPECT_TRUE(w.begin_array("t", Columns{"a"}));
      return w.row(*root.find(name));
    };
  };
  refused(Errc::not_representable, record("extra"));
  refused(Errc::not_representable, record("deep"));
  refused(Errc::not_representable, record("one"));
  using W = gcf::StreamWriter;
  refused(Errc::invalid_key, [](W& w) { return w.begin_array("t", Columns{"a>b"}); });
  refused(Errc::duplicate_field_name, [](W& w) { return w.begin_array("t", Columns{"a", "a"}); });
  refused(Errc::duplicate_field_name, [](W& w) { return w.begin_map("t", "a", Columns{"a"}); });
  refused(Errc::no_bare_column, [](W& w) { return w.begin_array("t", Columns{}); });
  refused(Errc::malformed_header_field, [](W& w) { return w.begin_map("t", "k", Columns{}); });
  refused(Errc::invalid_utf8, [](W& w) { return w.begin_array("t\xff", Columns{"a"}); });
  refused(Errc::bad_usage, [](W& w) { return w.end(); });
  refused(Errc::bad_usage, [&](W& w) { return w.row(root.find("one")->items()); });
  refused(Errc::duplicate_key, [](W& w) {
    EXPECT_TRUE(w.member("a", Value()));
    return w.member("a", Value());
  });
  refused(Errc::bad_usage, [](W& w) {
    EXPECT_TRUE(w.begin_array("t", Columns{"a"}));
    return w.close();
  });
  refused(Errc::bad_usage, [](W& w) {  // it would read as a row
    EXPECT_TRUE(w.begin_array("t", Columns{"a"}) && w.end());
    return w.member("x", Value());
  });
  refused(Errc::bad_usage, [](W& w) {
    EXPECT_TRUE(w.begin_root_array(Columns{"a"}) && w.end());
    return w.begin_array("t", Columns{"a"});
  });
  for (const char* name : {"nested", "extra"}) {
    refused(Errc::not_representable, [&](W& w) {
      EXPECT_TRUE(w.begin_items("t"));
      return w.item(*root.find(name));
    });
  }
  refused(Errc::out_of_range, [&](W& w) {
    EXPECT_TRUE(w.begin_root_items());
    return w.item(*root.find("big"));
  });
  refused(Errc::bad_usage, [&](W& w) { return w.item(Value()); });
  refused(Errc::bad_usage, [&](W& w) {  // rows and items do not mix
    EXPECT_TRUE(w.begin_items("t"));
    return w.row(root.find("one")->items());
  });
  refused(Errc::bad_usage, [&](W& w) {
    EXPECT_TRUE(w.begin_array("t", Columns{"a"}));
    return w.item(Value());
  });
  refused(Errc::bad_usage, [&](W& w) {
    EXPECT_TRUE(w.begin_items("t"));
    return w.begin_section("s");
  });
  refused(Errc::duplicate_key, [&](W& w) {
    EXPECT_TRUE(w.begin_map("t", "k", Columns{"a"}) && w.row(root.find("key")->items()));
    return w.row(root.find("key")->items());
  });
  refused(Errc::invalid_key, [&](W& w) {
    EXPECT_TRUE(w.begin_map("t", "k", Columns{"a"}));
    return w.row(root.find("no_key")->items());
  });
}

TEST(StreamWriter, SinkErrorsStickAndMemoryIsPassedOn) {
  struct Failing {
    std::size_t calls = 0;
  } state;
  gcf::StreamWriterOptions every_line;
  every_line.buffer_bytes = 0;
  gcf::StreamWriter w({[](void* context, std::string_view) -> Result<Done> {
                         if (++static_cast<Failing*>(context)->calls < 3) return Done{};
                         return Error{Errc::io_failed, 0, "full"};
                       },
                       &state},
                      every_line);
  EXPECT_TRUE(w.begin_array("t", Columns{"a"}));
  const Document doc = from_json("[1]");
  EXPECT_TRUE(w.row(doc.root().items()));
  const auto failed = w.row(doc.root().items());
  ASSERT_FALSE(failed.ok());
  EXPECT_EQ(failed.error().code, Errc::io_failed);
  EXPECT_EQ(w.row(doc.root().items()).error().code, Errc::io_failed);
  EXPECT_EQ(w.close().error().code, Errc::io_failed);
  EXPECT_EQ(state.calls, 3U);
}

graph::Symbol symbol(const char* name, const char* kind, std::int64_t distance) {
  graph::Symbol s;
  s.qualified_name = name;
  s.kind = kind;
  s.provenance = "lsp";
  s.score = 0.125;
  s.distance = distance;
  return s;
}

TEST(GraphStreamWriter, GroupsThatComeBackAndRefusals) {
  std::string text;
  gcf::GraphStreamWriter w({append, &text});
  EXPECT_TRUE(w.symbol(symbol("a", "function", 0)));
  EXPECT_TRUE(w.symbol(symbol("b", "widget", 3)));
  EXPECT_TRUE(w.symbol(symbol("a", "type", 0)));
  EXPECT_TRUE(w.edge({"b", "b", "calls", "added"}));
  EXPECT_TRUE(w.close());
  EXPECT_EQ(text,
            "GCF profile=graph\n## targets\n@0 fn a 0.12 lsp\n## distance_3\n@1 widget b 0.12 lsp\n"
            "## targets\n@2 type a 0.12 lsp\n## edges [?]\n@1<@1 calls added\n"
            "##! summary symbols=3 edges=1 counts=2,1,1\n");
  const auto refused = [&](Errc code, auto calls) {
    std::string other;
    gcf::GraphStreamWriter v({append, &other});
    EXPECT_TRUE(v.symbol(symbol("a", "function", 0)));
    EXPECT_TRUE(v.symbol(symbol("a", "type", 0)));
    EXPECT_TRUE(v.symbol(symbol("b", "type", 0)));
    const Result<Done> result = calls(v);
    ASSERT_FALSE(result.ok()) << other;
    EXPECT_EQ(result.error().code, code) << result.error().message();
    EXPECT_EQ(v.close().error().code, code);
  };
  using W = gcf::GraphStreamWriter;
  refused(Errc::duplicate_key, [&](W& v) { return v.symbol(symbol("a", "type", 1)); });
  refused(Errc::duplicate_key, [&](W& v) { return v.symbol(symbol("a", "function", 1)); });
  refused(Errc::not_representable, [&](W& v) { return v.symbol(symbol("x y", "type", 1)); });
  refused(Errc::out_of_range, [&](W& v) { return v.symbol(symbol("x", "type", -1)); });
  refused(Errc::not_representable, [&](W& v) { return v.edge({"b", "nobody", "calls", ""}); });
  refused(Errc::not_representable, [&](W& v) { return v.edge({"a", "b", "calls", ""}); });
  refused(Errc::not_representable, [&](W& v) { return v.edge({"b", "b", "", ""}); });
  refused(Errc::bad_usage, [&](W& v) {
    EXPECT_TRUE(v.edge({"b", "b", "calls", ""}));
    return v.symbol(symbol("c", "type", 0));
  });
}

// A reference has the session's id, not a new one, and the header says so last.
TEST(GraphStreamWriter, SessionsGiveTheIds) {
  gcf::Session session;
  std::string text;
  gcf::GraphStreamOptions options;
  options.session = &session;
  options.pack_root = "sha256:00";
  const auto send = [&](std::initializer_list<graph::Symbol> symbols) {
    text.clear();
    gcf::GraphStreamWriter w({append, &text}, options);
    for (const graph::Symbol& s : symbols)
      EXPECT_TRUE(w.symbol(s));
    const bool has_both = symbols.size() > 1;
    EXPECT_TRUE(!has_both || w.edge({"a", "b", "calls", ""}).ok());
    EXPECT_EQ(w.ticket(), 0U);
    EXPECT_TRUE(w.close());
    return w.ticket();
  };
  const auto first = send({symbol("b", "type", 0), symbol("a", "function", 0)});
  EXPECT_EQ(text,
            "GCF profile=graph pack_root=sha256:00 session=true\n## targets\n@0 type b 0.12 lsp\n"
            "@1 fn a 0.12 lsp\n## edges [?]\n@0<@1 calls\n##! summary symbols=2 edges=1 "
            "counts=2,1\n");
  // Nobody has said that it arrived.
  const auto second = send({symbol("a", "function", 1)});
  EXPECT_NE(text.find("\n@1 fn a 0.12 lsp\n"), std::string::npos) << text;
  EXPECT_TRUE(session.commit(second));
  EXPECT_TRUE(session.commit(first));
  send({symbol("a", "function", 2), symbol("b", "type", 0), symbol("c", "type", 0)});
  EXPECT_EQ(text,
            "GCF profile=graph pack_root=sha256:00 session=true\n## extended\n"
            "@1  # previously transmitted\n## targets\n@0  # previously transmitted\n"
            "@2 type c 0.12 lsp\n## edges [?]\n@0<@1 calls\n##! summary symbols=3 edges=1 "
            "counts=1,2,1\n");
  // A symbol of the same name and another kind is another symbol.
  send({symbol("a", "type", 0)});
  EXPECT_NE(text.find("\n@3 type a 0.12 lsp\n"), std::string::npos) << text;
  // Whole payloads of the same session go on with the same ids.
  graph::Payload payload;
  payload.symbols = {symbol("c", "type", 0)};
  payload.symbols[0].score = 0.12;
  EXPECT_NE(session.encode(payload)->text.find("\n@2 type c"), std::string::npos);
}

TEST(GraphStreamWriter, SessionLimits) {
  gcf::SessionLimits limits;
  limits.max_symbols = 2;
  gcf::Session session(limits);
  gcf::GraphStreamOptions options;
  options.session = &session;
  std::string text;
  gcf::GraphStreamWriter w({append, &text}, options);
  EXPECT_TRUE(w.symbol(symbol("a", "type", 0)));
  EXPECT_TRUE(w.symbol(symbol("b", "type", 0)));
  EXPECT_EQ(w.symbol(symbol("c", "type", 0)).error().code, Errc::limit_exceeded);
  EXPECT_EQ(w.close().error().code, Errc::limit_exceeded);
  EXPECT_EQ(w.ticket(), 0U);
  // The session is full: what follows is no part of it, and it starts over.
  std::string next;
  gcf::GraphStreamWriter v({append, &next}, options);
  EXPECT_TRUE(v.symbol(symbol("c", "type", 0)) && v.close());
  EXPECT_EQ(next,
            "GCF profile=graph\n## targets\n@0 type c 0.12 lsp\n##! summary symbols=1 edges=0 "
            "counts=1,0\n");
  EXPECT_TRUE(session.commit(v.ticket()));
  EXPECT_EQ(session.size(), 0U);
}

// What the reference implementations reject or misread (guide 7.2).
TEST(StreamReader, ReadsWhatOthersReject) {
  const std::string_view texts[] = {
      "GCF profile=generic\n## r [?]\n@0 {}\n  a=1\n@1 =2\n##! summary counts=2\n",
      "GCF profile=generic\n## r [?]{a,b}\n@0 1|^\n.b {}\n    x=1\n##! summary counts=1\n",
      "GCF profile=generic\n## \"[?]\"\n  a=1\n## r [?]{a}\n1\n##! summary counts=1\n",
  };
  for (const std::string_view text : texts) {
    EXPECT_TRUE(gcf::decode(exact(text)).ok()) << text;
    EXPECT_EQ(support::check_stream(text, true, 3), "") << text;
  }
}

TEST(StreamReader, RowsComeBeforeTheEnd) {
  gcf::StreamReader reader;
  EXPECT_EQ(reader.next().type, Type::more);
  reader.feed("GCF profile=generic\n## [?]{id,name}\n1|Al");
  EXPECT_EQ(reader.next().type, Type::header);
  const gcf::Event table = reader.next();
  ASSERT_EQ(table.type, Type::begin_table);
  EXPECT_TRUE(table.deferred);
  EXPECT_FALSE(table.named);
  ASSERT_EQ(table.columns.size(), 2U);
  EXPECT_EQ(table.columns[1], "name");
  EXPECT_EQ(reader.next().type, Type::more);
  reader.feed("ice\n");
  const gcf::Event row = reader.next();
  ASSERT_EQ(row.type, Type::row);
  EXPECT_EQ(*json::encode(row.value), R"({"id":1,"name":"Alice"})");
  EXPECT_EQ(reader.next().type, Type::more);
  reader.finish();
  const gcf::Event end_table = reader.next();
  EXPECT_EQ(end_table.type, Type::end_table);
  EXPECT_EQ(end_table.count, 1U);
  const gcf::Event end = reader.next();
  EXPECT_EQ(end.type, Type::end);
  EXPECT_TRUE(end.trailer_missing);
  EXPECT_EQ(reader.next().type, Type::end);
}

TEST(StreamReader, SymbolsAndEdgesComeBeforeTheEnd) {
  gcf::StreamReader reader;
  reader.feed("GCF profile=graph tool=find budget=7\n## odd\n@0 fn a 0.50 lsp\n## related\n@1 ty");
  const gcf::Event header = reader.next();
  ASSERT_EQ(header.type, Type::header);
  ASSERT_NE(header.payload, nullptr);
  EXPECT_EQ(header.payload->tool, "find");
  EXPECT_EQ(header.payload->token_budget, 7);
  const gcf::Event warning = reader.next();
  ASSERT_EQ(warning.type, Type::warning);
  EXPECT_EQ(warning.error->code, Errc::invalid_line);
  EXPECT_EQ(warning.error->offset, 40U);
  const gcf::Event first = reader.next();
  ASSERT_EQ(first.type, Type::symbol);
  EXPECT_EQ(first.symbol->kind, "function");
  EXPECT_EQ(first.symbol->distance, 0);
  EXPECT_EQ(first.id, 0U);
  EXPECT_EQ(reader.next().type, Type::more);
  reader.feed("pe b 0.25 ast\n## edges [?]\n@0<@1 calls added\n");
  const gcf::Event second = reader.next();
  ASSERT_EQ(second.type, Type::symbol);
  EXPECT_EQ(second.symbol->qualified_name, "b");
  EXPECT_EQ(second.symbol->distance, 1);
  EXPECT_EQ(second.count, 1U);
  const gcf::Event edge = reader.next();
  ASSERT_EQ(edge.type, Type::edge);
  EXPECT_EQ(*edge.edge, (graph::Edge{"b", "a", "calls", "added"}));
  EXPECT_EQ(reader.next().type, Type::more);
  reader.feed("##! summary symbols=2 edges=1 counts=never,checked\n");
  EXPECT_EQ(reader.next().type, Type::trailer);
  reader.finish();
  const gcf::Event end = reader.next();
  EXPECT_EQ(end.type, Type::end);
  EXPECT_FALSE(end.trailer_missing);
  EXPECT_EQ(reader.next().type, Type::end);
}

/// All that a reader says of a text, as one error.
Error error_of(std::string_view text, const gcf::StreamReaderOptions& options = {}) {
  return support::stream(text, options, [] { return std::size_t{7}; }).error;
}

TEST(StreamReader, CountsOfGraphsAreChecked) {
  const std::string head = "GCF profile=graph";
  const std::string body = "\n## targets\n@0 fn a 0.50 lsp\n## edges";
  const std::string edge = "\n@0<@0 calls\n";
  const std::pair<std::string, Errc> texts[] = {
      {head + " symbols=2" + body + edge, Errc::count_mismatch},
      {head + " symbols=1 edges=2" + body + edge, Errc::count_mismatch},
      {head + " symbols=1" + body + " [2]" + edge, Errc::count_mismatch},
      {head + body + " [?]" + edge + "##! summary symbols=2\n", Errc::count_mismatch},
      {head + body + " [?]" + edge + "##! summary edges=0\n", Errc::count_mismatch},
      {head + body + edge + "##! summary\n##! summary\n", Errc::invalid_line},
      {head + body + "\n@0<@1 calls\n", Errc::unknown_edge_reference},
      {head + " delta=true\n## added\n## odd\n", Errc::malformed_delta},
      {head + " delta=true\n## added\n", Errc::not_a_full_payload},
      {head + " unchanged=true\n", Errc::not_a_full_payload},
  };
  for (const auto& [text, code] : texts) {
    EXPECT_EQ(support::check_stream(text, false, 1), "") << text;
    EXPECT_EQ(slug(error_of(text).code), slug(code)) << text;
  }
}

TEST(StreamReader, SessionsLearnAtTheEndOnly) {
  const std::string first =
      "GCF profile=graph session=true\n## targets\n@7 fn a 0.50 lsp\n##! summary symbols=1\n";
  const std::string second =
      "GCF profile=graph session=true\n## related\n@7  # previously transmitted\n@8 type b 0.10 x\n"
      "## edges [?]\n@7<@8 calls\n##! summary symbols=2 edges=1\n";
  EXPECT_EQ(error_of(second).code, Errc::unresolved_reference);
  gcf::SessionReader session;
  gcf::StreamReaderOptions options;
  options.session = &session;
  EXPECT_EQ(error_of(second, options).code, Errc::unresolved_reference);
  EXPECT_EQ(error_of(first.substr(0, first.find("##!")), options).code, Errc::unexpected_end);
  EXPECT_EQ(session.size(), 0U);
  EXPECT_EQ(support::check_session_stream(first, "", 1), "");
  const auto one = [] { return std::size_t{1}; };
  EXPECT_FALSE(support::stream(first, options, one).failed);
  EXPECT_EQ(session.size(), 1U);
  EXPECT_EQ(support::check_session_stream(second, *session.save(), 1), "");
  EXPECT_EQ(
      error_of("GCF profile=graph session=true symbols=1\n## targets\n@7 fn b 0.50 lsp\n", options)
          .code,
      Errc::invalid_symbol_id);
  gcf::StreamReader reader(options);
  reader.feed(second);
  EXPECT_EQ(reader.next().type, Type::header);
  const gcf::Event reference = reader.next();
  ASSERT_EQ(reference.type, Type::symbol);
  EXPECT_EQ(reference.id, 7U);
  EXPECT_EQ(reference.symbol->qualified_name, "a");
  EXPECT_EQ(reference.symbol->distance, 1);
  while (reader.next().type != Type::more) {
  }
  EXPECT_EQ(session.size(), 1U);
  reader.finish();
  EXPECT_EQ(reader.next().type, Type::end);
  EXPECT_EQ(session.size(), 2U);
}

TEST(StreamReader, ErrorsStickAndLimitsHold) {
  gcf::StreamReaderOptions options;
  options.max_unit_bytes = 64;
  gcf::StreamReader reader(options);
  reader.feed("GCF profile=generic\n## [?]{id}\n");
  EXPECT_EQ(reader.next().type, Type::header);
  EXPECT_EQ(reader.next().type, Type::begin_table);
  reader.feed(std::string(65, 'x'));
  for (int i = 0; i < 2; ++i) {
    const gcf::Event event = reader.next();
    ASSERT_EQ(event.type, Type::error);
    EXPECT_EQ(event.error->code, Errc::size_exceeded);
    EXPECT_EQ(event.error->offset, 31U);
    reader.feed("\n");
  }
}

// Long enough for the reader to replace its memory many times in the middle of tables with
// constants, positional bodies and shared columns.
TEST(StreamReader, LongTablesSurviveRenewals) {
  std::string text = "GCF profile=generic\n## t [?]{id,c=\"a,b\",\"p>x\",\"p>y\",o,items}\n";
  for (int i = 0; i < 20000; ++i) {
    const std::string n = std::to_string(i);
    text +=
        "@" + n + " " + n + "|" + n + "|\"q\\n" + n + "\"|" + (i == 0 ? "^{u,v}" : "^") + "|^\n";
    text += n + "|w" + n + "\n";
    text += i == 0 ? ".items [2]{k,l}\n    1|2\n    3|4\n" : ".items [1]\n    5|" + n + "\n";
  }
  text += "## m [?:]{key,v}\n";
  for (int i = 0; i < 20000; ++i)
    text += "key" + std::to_string(i) + "|" + std::to_string(i) + "\n";
  text += "##! summary counts=20000,20000\n";
  EXPECT_TRUE(gcf::decode(exact(text)).ok());
  EXPECT_EQ(support::check_stream(text, true, 5), "");
  text.insert(text.find("##! "), "key17|1\n");
  EXPECT_EQ(gcf::decode(exact(text)).error().code, Errc::duplicate_key);
  EXPECT_EQ(support::check_stream(text, true, 5), "");
}

constexpr std::string_view small_stream =
    "GCF profile=generic\n## [?]{id}\n1\n2\n##! summary counts=2\n";

/// Writes `small_stream`.
void write_small(gcf::Sink sink) {
  gcf::StreamWriter w(sink);
  const Document doc = from_json("[[1],[2]]");
  EXPECT_TRUE(w.begin_root_array(Columns{"id"}));
  for (const Value& row : doc.root().items())
    EXPECT_TRUE(w.row(row.items()));
  EXPECT_TRUE(w.end() && w.close());
}

/// The rows of a stream, and how it ended.
std::string pull(gcf::PullReader reader) {
  std::string all;
  while (true) {
    const gcf::Event event = reader.next();
    if (event.type == Type::row) all += *json::encode(event.value);
    if (event.type == Type::end) return all;
    if (event.type == Type::error) {
      EXPECT_EQ(reader.next().type, Type::error);
      return all + std::string(slug(event.error->code)) + " " + std::to_string(event.error->offset);
    }
    EXPECT_NE(event.type, Type::more);
  }
}

TEST(StreamEnds, Callables) {
  std::string text;
  const auto lambda = [&](std::string_view piece) { text += piece; };
  write_small(gcf::sink_to(lambda));
  EXPECT_EQ(text, small_stream);
  std::size_t calls = 0;
  std::function<Result<Done>(std::string_view)> full = [&](std::string_view) -> Result<Done> {
    ++calls;
    return Error{Errc::io_failed, 0, "full"};
  };
  gcf::StreamWriter w(gcf::sink_to(full));
  EXPECT_EQ(w.close().error().code, Errc::io_failed);
  EXPECT_EQ(calls, 1U);

  std::string_view rest = small_stream;
  auto by_five = [&](char* buffer, std::size_t size) {
    EXPECT_EQ(size, 64U);
    const std::size_t count = rest.copy(buffer, 5);
    rest.remove_prefix(count);
    return count;
  };
  EXPECT_EQ(pull(gcf::PullReader(gcf::source_of(by_five), {}, 64)), R"({"id":1}{"id":2})");
  std::size_t given = 0;
  const std::function<Result<std::size_t>(char*, std::size_t)> breaks =
      [&](char* buffer, std::size_t) -> Result<std::size_t> {
    if (given != 0) return Error{Errc::io_failed, 0, "gone"};
    return given = small_stream.copy(buffer, 34);
  };
  EXPECT_EQ(pull(gcf::PullReader(gcf::source_of(breaks))), R"({"id":1}io_failed 34)");
}

TEST(StreamEnds, NothingIsReadAhead) {
  std::size_t calls = 0;
  auto line_by_line = [&](char* buffer, std::size_t) {
    constexpr std::string_view lines[] = {"GCF profile=generic\n", "## [?]{id}\n", "1\n"};
    const std::string_view line = calls < 3 ? lines[calls] : std::string_view();
    ++calls;
    return line.copy(buffer, line.size());
  };
  gcf::PullReader reader(gcf::source_of(line_by_line));
  EXPECT_EQ(reader.next().type, Type::header);
  EXPECT_EQ(calls, 1U);
  EXPECT_EQ(reader.next().type, Type::begin_table);
  EXPECT_EQ(calls, 2U);
  EXPECT_EQ(reader.next().type, Type::row);
  EXPECT_EQ(calls, 3U);
  EXPECT_EQ(reader.next().type, Type::end_table);
}

TEST(StreamEnds, Files) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  write_small(gcf::file_sink(file));
  std::rewind(file);
  EXPECT_EQ(pull(gcf::PullReader(gcf::file_source(file))), R"({"id":1}{"id":2})");
  std::fclose(file);
  // A file that was opened for the other thing.
  std::FILE* const unwritable = std::fopen("/dev/null", "r");
  std::FILE* const unreadable = std::fopen("/dev/null", "w");
  gcf::StreamWriter w(gcf::file_sink(unwritable));
  EXPECT_EQ(w.close().error().code, Errc::io_failed);
  EXPECT_EQ(pull(gcf::PullReader(gcf::file_source(unreadable))), "io_failed 0");
  std::fclose(unwritable);
  std::fclose(unreadable);
}

TEST(StreamEnds, Descriptors) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  write_small(gcf::descriptor_sink(ends[1]));
  close(ends[1]);
  EXPECT_EQ(pull(gcf::PullReader(gcf::descriptor_source(ends[0]))), R"({"id":1}{"id":2})");
  close(ends[0]);
  EXPECT_EQ(pull(gcf::PullReader(gcf::descriptor_source(-1))), "io_failed 0");
  gcf::StreamWriter w(gcf::descriptor_sink(-1));
  EXPECT_EQ(w.close().error().code, Errc::io_failed);
}

}  // namespace
}  // namespace laconic

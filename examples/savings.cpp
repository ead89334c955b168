// savings.cpp - what sessions and deltas save when a tool is asked about a code base again and
// again.
//
// Two scenarios are replayed, message by message. The other end reads every message, and what
// it has afterwards must be the payload that was sent, or the program fails. The tables are
// exact, and the same on every machine.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <laconic/laconic.hpp>

namespace {

using laconic::Result;
using laconic::graph::Edge;
using laconic::graph::Payload;
using laconic::graph::Symbol;

/// The size of a text, in one unit or the other.
using Count = std::uint64_t (*)(std::string_view text);

std::uint64_t bytes(std::string_view text) {
  return text.size();
}

template <class T>
T must(Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "savings: %s\n", result.error().message().c_str());
  std::exit(1);
}

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "savings: %s\n", what);
  std::exit(1);
}

std::uint64_t tokens(std::string_view text) {
  static const laconic::Tokenizer tokenizer = must(laconic::Tokenizer::builtin("o200k_base"));
  return must(tokenizer.count(text));
}

// ---- the code base

/// The symbol with this number: 10 packages, 61 names, then the same names with 15 suffixes.
/// The score falls from 0.95 to 0.10.
Symbol symbol_at(std::size_t number) {
  constexpr std::string_view packages[10] = {"auth",  "server", "store",  "cache",   "queue",
                                             "index", "parser", "router", "metrics", "config"};
  constexpr std::string_view verbs[] = {"Handle", "Validate", "Load", "Store",
                                        "Parse",  "Build",    "Find"};
  constexpr std::string_view nouns[] = {"Request", "Token",  "Session", "Record", "Query",
                                        "Index",   "Config", "Event",   "Batch"};
  constexpr std::string_view suffixes[15] = {"Async",   "Cached",  "Safe",  "Strict",  "Lazy",
                                             "Batched", "Remote",  "Local", "Fast",    "Locked",
                                             "Shared",  "Limited", "Typed", "Default", "Ex"};
  constexpr std::string_view kinds[] = {"function", "type", "method", "interface"};
  constexpr std::size_t names = 61;
  const std::size_t name = number % names;
  const std::size_t again = number / names;
  Symbol symbol;
  symbol.qualified_name = "example.org/shop/";
  symbol.qualified_name.append(packages[number % std::size(packages)]).append(".");
  symbol.qualified_name.append(verbs[name % std::size(verbs)])
      .append(nouns[name % std::size(nouns)]);
  if (again != 0) symbol.qualified_name.append(suffixes[(again - 1) % std::size(suffixes)]);
  symbol.kind = kinds[number % std::size(kinds)];
  // In thousandths 950 - 12 * number, rounded to the two decimals that GCF carries.
  const std::size_t thousandths = number < 71 ? 950 - 12 * number : 100;
  symbol.score = static_cast<double>((thousandths + 5) / 10) / 100;
  symbol.provenance = number % 3 == 0 ? "lsp_resolved" : "ast_inferred";
  return symbol;
}

/// The answer of a tool: these symbols, nearest third first, and edges between them.
Payload payload_of(const std::vector<std::size_t>& numbers, std::size_t edges) {
  constexpr std::string_view types[] = {"calls", "imports", "implements", "references"};
  Payload payload;
  payload.tool = "context_for_task";
  const std::size_t count = numbers.size();
  for (std::size_t i = 0; i < count; ++i) {
    payload.symbols.push_back(symbol_at(numbers[i]));
    payload.symbols.back().distance = i < count / 3 ? 0 : i < 2 * count / 3 ? 1 : 2;
  }
  for (std::size_t i = 0; i < edges; ++i) {
    payload.edges.push_back({payload.symbols[(3 * i + 1) % count].qualified_name,
                             payload.symbols[3 * i % count].qualified_name,
                             std::string(types[i % std::size(types)]), ""});
  }
  return payload;
}

/// One tool, five questions: 10 symbols each, of which 0, 4, 6, 7 and 8 were answers before.
std::vector<Payload> five_calls() {
  std::vector<Payload> calls;
  std::size_t fresh = 0;
  constexpr std::size_t overlaps[] = {0, 4, 6, 7, 8};
  for (const std::size_t known : overlaps) {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < known; ++i)
      numbers.push_back(fresh - known + i);  // those that were new last
    while (numbers.size() < 10)
      numbers.push_back(fresh++);
    calls.push_back(payload_of(numbers, 4));
  }
  return calls;
}

/// The same question twice: 500 symbols and 200 edges; in between 17 symbols, every 29th,
/// were replaced. 96.6 % are the same.
std::vector<Payload> asked_again() {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < 500; ++i)
    numbers.push_back(i);
  std::vector<Payload> calls = {payload_of(numbers, 200)};
  for (std::size_t i = 28; i < 500; i += 29)
    numbers[i] = 500 + i / 29;
  calls.push_back(payload_of(numbers, 200));
  return calls;
}

// ---- the other end

/// Payloads are sets; this is one order of theirs.
Payload in_order(Payload payload) {
  std::sort(payload.symbols.begin(), payload.symbols.end(), [](const Symbol& a, const Symbol& b) {
    return std::tie(a.qualified_name, a.kind) < std::tie(b.qualified_name, b.kind);
  });
  std::sort(payload.edges.begin(), payload.edges.end(), [](const Edge& a, const Edge& b) {
    return std::tie(a.source, a.target, a.type) < std::tie(b.source, b.target, b.type);
  });
  payload.pack_root.clear();  // says nothing that the content does not
  return payload;
}

void require_same(const Payload& got, const Payload& sent, const char* what) {
  require(in_order(got) == in_order(sent), what);
}

/// JSON with the members that say something, and no others.
std::string json_of(const Payload& payload, unsigned indent) {
  laconic::Builder b;
  b.begin_object().key("tool").string(payload.tool).key("symbols").begin_array();
  for (const Symbol& symbol : payload.symbols) {
    b.begin_object().key("qualifiedName").string(symbol.qualified_name);
    b.key("kind").string(symbol.kind).key("score").real(symbol.score);
    b.key("provenance").string(symbol.provenance).key("distance").integer(symbol.distance);
    b.end_object();
  }
  b.end_array().key("edges").begin_array();
  for (const Edge& edge : payload.edges) {
    b.begin_object().key("source").string(edge.source).key("target").string(edge.target);
    b.key("edgeType").string(edge.type).end_object();
  }
  b.end_array().end_object();
  const laconic::Document document = must(b.finish());
  require_same(must(laconic::graph::from_value(document.root())), payload, "the JSON differs");
  laconic::EncodeOptions options;
  options.indent = indent;
  return must(laconic::json::encode(document.root(), options));
}

// ---- the replay

constexpr const char* columns[] = {"JSON, indented", "JSON, minified", "GCF", "GCF session",
                                   "GCF delta"};
constexpr std::size_t indented = 0;
constexpr std::size_t minified = 1;

struct Row {
  std::uint64_t sizes[std::size(columns)];
};

/// Sends the payloads in every way and measures each message.
std::vector<Row> replay(const std::vector<Payload>& calls, Count count) {
  laconic::gcf::Session session;
  laconic::gcf::SessionReader session_reader;
  laconic::gcf::GraphConsumer consumer;
  std::vector<Row> rows;
  for (const Payload& payload : calls) {
    const std::string plain = must(laconic::gcf::encode_graph(payload, {}, nullptr));
    require_same(must(laconic::gcf::decode_graph(plain)), payload, "the plain payload differs");

    const auto message = must(session.encode(payload));
    require_same(must(session_reader.decode(message.text)), payload, "the session differs");
    must(session.commit(message.ticket));

    // Who has nothing yet gets a full payload, anybody else what gcf::answer chooses.
    std::string delta;
    if (consumer.current() == nullptr) {
      delta = must(laconic::gcf::encode_full(payload));
    } else {
      delta = must(laconic::gcf::answer(*consumer.current(), payload)).wire;
    }
    must(consumer.receive(delta));
    require_same(*consumer.current(), payload, "the delta leads elsewhere");

    rows.push_back({{count(json_of(payload, 2)), count(json_of(payload, 0)), count(plain),
                     count(message.text), count(delta)}});
  }
  return rows;
}

/// 12,345
std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3)
    text.insert(at - 3, ",");
  return text;
}

/// How much less `part` is than `whole`, in per cent with one decimal.
std::string saved(std::uint64_t part, std::uint64_t whole) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%",
                100 - 100 * static_cast<double>(part) / static_cast<double>(whole));
  return text;
}

void print_saved(const char* what, std::size_t base, const Row& row) {
  std::printf("| %s, saved against %s JSON |", what, base == minified ? "minified" : "indented");
  for (const std::uint64_t size : row.sizes)
    std::printf(" %s |", saved(size, row.sizes[base]).c_str());
  std::printf("\n");
}

void print_table(const char* title, const char* unit, const std::vector<Row>& rows) {
  std::printf("%s; %s\n\n| call |", title, unit);
  for (const char* column : columns)
    std::printf(" %s |", column);
  std::printf("\n|---|--:|--:|--:|--:|--:|\n");
  Row total{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::printf("| %zu |", i + 1);
    for (std::size_t c = 0; c < std::size(columns); ++c) {
      std::printf(" %s |", grouped(rows[i].sizes[c]).c_str());
      total.sizes[c] += rows[i].sizes[c];
    }
    std::printf("\n");
  }
  std::printf("| all |");
  for (const std::uint64_t size : total.sizes)
    std::printf(" %s |", grouped(size).c_str());
  std::printf("\n");
  for (const std::size_t base : {minified, indented}) {
    print_saved("all calls", base, total);
    print_saved("last call", base, rows.back());
  }
}

}  // namespace

int main() {
  struct Unit {
    const char* name;
    Count count;
  };
  for (const Unit unit : {Unit{"bytes", bytes}, Unit{"tokens (o200k_base)", tokens}}) {
    if (unit.count == tokens) std::printf("\n");
    print_table("Five calls of 10 symbols, of which 0, 4, 6, 7 and 8 were sent before", unit.name,
                replay(five_calls(), unit.count));
    std::printf("\n");
    print_table("The same question twice: 500 symbols, 200 edges, 96.6 % the same", unit.name,
                replay(asked_again(), unit.count));
  }
  return 0;
}

// delta_histories.cpp - random histories of snapshots, sent over a line that cannot be trusted.
//
//     delta_histories              LACONIC_PROPERTY_HISTORIES histories, 3,000 by default
//     delta_histories one SEED     one history
//
// Messages are delivered, lost, repeated, delivered late, cut, or changed. After each one
// the consumer has a snapshot that the producer had, or it refused the message and has what
// it had before. An intact message that starts from what the consumer has is never refused.
#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <laconic/delta.hpp>
#include <laconic/gcf.hpp>

#include "exact_text.hpp"
#include "random.hpp"

namespace laconic::property {
namespace {

using support::exact;
using support::Random;

struct Statistics {
  std::size_t delivered = 0;
  std::size_t refused = 0;
  std::size_t fulls = 0;
  std::size_t deltas = 0;
};

class Failure {
 public:
  explicit Failure(std::string what) : what_(std::move(what)) {}
  [[nodiscard]] const std::string& what() const noexcept { return what_; }

 private:
  std::string what_;
};

void require(bool holds, const std::string& what) {
  if (!holds) throw Failure(what);
}

// ---- damage ----

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

std::string damage(Random& random, std::string wire) {
  constexpr std::string_view bytes = "\n|\"\\@#.~^-:=,[]{}0129abz \t\xC3\x01";
  const std::size_t at = random.below(wire.size());
  switch (random.below(7)) {
    case 0: wire[at] = bytes[random.below(bytes.size())]; break;
    case 1: wire.insert(at, 1, bytes[random.below(bytes.size())]); break;
    case 2: wire.erase(at, random.between(1, 4)); break;
    case 3: wire.resize(at); break;
    default: {
      auto lines = lines_of(wire);
      const std::size_t a = random.below(lines.size());
      const std::size_t b = random.below(lines.size());
      switch (random.below(3)) {
        case 0: std::swap(lines[a], lines[b]); break;
        case 1: lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(a)); break;
        default: lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(a), lines[b]); break;
      }
      wire.clear();
      for (const std::string& line : lines)
        wire += line;
    }
  }
  return wire;
}

// ---- keyed sets ----

gcf::Cell random_cell(Random& random) {
  constexpr std::string_view strings[] = {
      "",       "a",    "true", "12", "-",   "~",    "^",        "a|b",          "a,b",
      " x",     "x\ny", "\"",   "\\", "#",   "## a", "@0 x",     "001",          "null",
      "[1]: x", "a=b",  "1e5",  "\t", "z>y", "^{a}", "\xC3\xA9", "\xE0\xAF\x97u"};
  constexpr std::string_view numbers[] = {
      "0",   "1",     "-1",   "12",    "9223372036854775807", "-9223372036854775808",
      "0.5", "59.98", "5e-7", "1e+21", "9007199254740993"};
  switch (random.below(4)) {
    case 0: return {};
    case 1: return {gcf::Cell::Kind::boolean, random.chance(50) ? "true" : "false"};
    case 2:
      return {gcf::Cell::Kind::number,
              std::string(random.pick(std::span<const std::string_view>(numbers)))};
    default:
      return {gcf::Cell::Kind::string,
              std::string(random.pick(std::span<const std::string_view>(strings)))};
  }
}

struct Table {
  std::vector<std::string> fields;
  std::size_t key = 0;
  bool is_map = false;
  std::vector<gcf::SetRow> rows;
};

gcf::Cell random_key(Random& random, const Table& table) {
  while (true) {
    gcf::Cell id = random_cell(random);
    if (random.chance(60)) id = {gcf::Cell::Kind::string, "k" + std::to_string(random.below(40))};
    if (id.kind == gcf::Cell::Kind::null) continue;
    if (table.is_map && id.kind != gcf::Cell::Kind::string) continue;
    const bool taken = std::any_of(table.rows.begin(), table.rows.end(),
                                   [&](const gcf::SetRow& row) { return row[table.key] == id; });
    if (!taken) return id;
  }
}

gcf::SetRow random_row(Random& random, const Table& table) {
  gcf::SetRow row(table.fields.size());
  for (gcf::Cell& cell : row)
    cell = random_cell(random);
  row[table.key] = random_key(random, table);
  return row;
}

std::vector<std::string> random_fields(Random& random) {
  std::vector<std::string> pool = {"id", "total", "a b", "", "x,y", "\"q", "true", "7", "\xC3\xA9"};
  std::vector<std::string> fields = {"key"};
  for (std::size_t n = random.between(1, 4); n != 0; --n) {
    const std::size_t at = random.below(pool.size());
    fields.push_back(pool[at]);
    pool.erase(pool.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return fields;
}

Table random_table(Random& random) {
  Table table;
  table.is_map = random.chance(30);
  table.fields = random_fields(random);
  if (!table.is_map) {
    table.key = random.below(table.fields.size());
    std::swap(table.fields[0], table.fields[table.key]);
  }
  for (std::size_t n = random.below(12); n != 0; --n)
    table.rows.push_back(random_row(random, table));
  return table;
}

void change(Random& random, Table& table) {
  for (std::size_t n = random.below(4); n != 0; --n) {
    const std::size_t at = table.rows.empty() ? 0 : random.below(table.rows.size());
    switch (random.below(8)) {
      case 0:
      case 1:
      case 2: table.rows.push_back(random_row(random, table)); break;
      case 3:
        if (!table.rows.empty()) {
          table.rows.erase(table.rows.begin() + static_cast<std::ptrdiff_t>(at));
        }
        break;
      case 4:
      case 5:
        if (!table.rows.empty()) {
          const std::size_t field = random.below(table.fields.size());
          if (field != table.key) table.rows[at][field] = random_cell(random);
        }
        break;
      case 6:
        if (!table.rows.empty()) std::swap(table.rows[0], table.rows[at]);
        break;
      default:
        if (random.chance(15)) table.rows.clear();
        if (random.chance(20)) {
          table.fields.push_back("f" + std::to_string(table.fields.size()));
          for (gcf::SetRow& row : table.rows)
            row.push_back(random_cell(random));
        }
        break;
    }
  }
}

/// What the set says, in an order of its own; written without the library.
std::string content(const std::vector<std::string>& fields, const std::vector<gcf::SetRow>& rows) {
  std::vector<std::string> records;
  for (const gcf::SetRow& row : rows) {
    std::map<std::string, std::string> members;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      members[fields[i]] = std::to_string(static_cast<int>(row[i].kind)) + row[i].text;
    }
    std::string record;
    for (const auto& [name, value] : members)
      record += std::to_string(name.size()) + name + std::to_string(value.size()) + value;
    records.push_back(std::move(record));
  }
  std::sort(records.begin(), records.end());
  std::string all;
  for (const std::string& record : records)
    all += record + "\n";
  return all;
}

std::string content(const gcf::KeyedSet& set) {
  return content(set.fields(), set.rows());
}

class SetHistory {
 public:
  SetHistory(std::uint64_t seed, Statistics& statistics)
      : random_(seed), statistics_(statistics), table_(random_table(random_)) {}

  void run() {
    gcf::Reanchor policy;
    policy.mode =
        random_.chance(50) ? gcf::Reanchor::Mode::fixed_n : gcf::Reanchor::Mode::size_guard;
    policy.n = static_cast<std::int64_t>(random_.below(6));
    gcf::SetProducer producer(make(), "t", policy);
    deliver_full(producer);
    std::vector<std::string> sent;
    for (std::size_t turn = random_.between(4, 16); turn != 0; --turn) {
      const std::string before = producer.current().root();
      change(random_, table_);
      const auto emission = producer.next(make());
      require(emission.ok(), "the producer fails");
      ++(emission->is_full ? statistics_.fulls : statistics_.deltas);
      sent.push_back(emission->wire);
      switch (random_.below(8)) {
        case 0: break;  // lost
        case 1: offer(damage(random_, emission->wire)); break;
        case 2: offer(random_.pick(std::span<const std::string>(sent))); break;  // late or again
        default: {
          // The root of an empty set does not tell its fields, so there it may be refused.
          const bool fits = emission->is_full || (consumer_.current()->root() == before &&
                                                  !consumer_.current()->rows().empty());
          const bool read = offer(emission->wire);
          require(read || !fits,
                  "an intact message is refused, " + refusal_ + ":\n" + emission->wire);
          if (read)
            require(content(*consumer_.current()) == content(producer.current()),
                    "the consumer has something else");
          ++statistics_.delivered;
          if (random_.chance(30)) offer(emission->wire);  // twice
          if (!read) deliver_full(producer);
        }
      }
    }
    deliver_full(producer);
  }

 private:
  gcf::KeyedSet make() {
    auto set = gcf::KeyedSet::from_parts(table_.is_map ? "" : "my rows", table_.fields[table_.key],
                                         table_.fields, table_.rows, table_.is_map);
    if (!set) throw Failure("a set cannot be made: " + set.error().message());
    known_[set->root()] = content(table_.fields, table_.rows);
    return std::move(*set);
  }

  void deliver_full(gcf::SetProducer& producer) {
    const auto wire = producer.current_full();
    require(wire.ok(), "no full payload");
    require(offer(*wire), "an intact full payload is refused");
    require(content(*consumer_.current()) == content(producer.current()), "the full one differs");
    // Everybody else reads it as plain data.
    const auto plain = gcf::decode(exact(*wire));
    require(plain.ok(), "the plain reader refuses a full payload:\n" + *wire);
  }

  /// True when the message was taken.
  bool offer(const std::string& wire) {
    const bool had = consumer_.current() != nullptr;
    const std::string before = had ? content(*consumer_.current()) : "";
    const std::string root = had ? consumer_.current()->root() : "";
    const auto read = consumer_.receive(exact(wire));
    if (!read) {
      ++statistics_.refused;
      refusal_ = read.error().message();
      require(!read.error().detail.empty(), "a refusal without a reason");
      require((consumer_.current() != nullptr) == had, "a refused message left something");
      if (had) {
        require(content(*consumer_.current()) == before && consumer_.current()->root() == root,
                "a refused message changed the state");
      }
      return false;
    }
    const auto known = known_.find(consumer_.current()->root());
    require(known != known_.end(), "the consumer has a root that the producer never had:\n" + wire);
    require(known->second == content(*consumer_.current()), "a wrong state:\n" + wire);
    return true;
  }

  Random random_;
  Statistics& statistics_;
  Table table_;
  gcf::SetConsumer consumer_;
  std::string refusal_;                       // the last one
  std::map<std::string, std::string> known_;  // content by root
};

// ---- graphs ----

std::string content(const graph::Payload& payload) {
  std::vector<std::string> lines;
  for (const graph::Symbol& symbol : payload.symbols) {
    char score[64];
    std::snprintf(score, sizeof score, "%.2f",
                  symbol.score > -0.005 && symbol.score < 0 ? 0 : symbol.score);
    lines.push_back("S " + symbol.kind + " " + symbol.qualified_name + " " + score + " " +
                    symbol.provenance + " " + std::to_string(symbol.distance));
  }
  for (const graph::Edge& edge : payload.edges)
    lines.push_back("E " + edge.source + " " + edge.target + " " + edge.type);
  std::sort(lines.begin(), lines.end());
  std::string all;
  for (const std::string& line : lines)
    all += line + "\n";
  return all;
}

graph::Payload random_payload(Random& random, const graph::Payload& before) {
  constexpr std::string_view kinds[] = {"function", "type", "route_handler", "odd"};
  graph::Payload payload;
  payload.tool = "t";
  std::vector<std::string> names;
  for (std::size_t i = 0; i < 12; ++i) {
    if (random.chance(30)) continue;
    graph::Symbol symbol;
    symbol.qualified_name = (i % 5 == 0 ? "#" : "pkg.\xC3\xA9") + std::to_string(i);
    const auto old = std::find_if(
        before.symbols.begin(), before.symbols.end(),
        [&](const graph::Symbol& s) { return s.qualified_name == symbol.qualified_name; });
    if (old != before.symbols.end() && random.chance(80)) {
      symbol = *old;
    } else {
      symbol.kind = random.pick(std::span<const std::string_view>(kinds));
      symbol.score = static_cast<double>(random.below(2000)) / 1000 - 0.3;
      symbol.provenance = random.chance(50) ? "lsp" : "ast";
      symbol.distance = static_cast<std::int64_t>(random.below(5));
    }
    names.push_back(symbol.qualified_name);
    payload.symbols.push_back(std::move(symbol));
  }
  for (const std::string& source : names) {
    for (const std::string& target : names) {
      if (random.chance(15)) payload.edges.push_back({source, target, "calls", ""});
    }
  }
  return payload;
}

class GraphHistory {
 public:
  GraphHistory(std::uint64_t seed, Statistics& statistics)
      : random_(seed ^ 0x67726170685F5F5F), statistics_(statistics) {}

  void run() {
    gcf::Reanchor policy;
    policy.mode =
        random_.chance(50) ? gcf::Reanchor::Mode::fixed_n : gcf::Reanchor::Mode::size_guard;
    policy.n = static_cast<std::int64_t>(random_.below(6));
    gcf::GraphProducer producer(known(random_payload(random_, {})), policy);
    deliver_full(producer);
    std::vector<std::string> sent;
    for (std::size_t turn = random_.between(3, 10); turn != 0; --turn) {
      const graph::Payload before = producer.current();
      const auto emission = producer.next(known(random_payload(random_, before)));
      require(emission.ok(), "the producer fails");
      ++(emission->is_full ? statistics_.fulls : statistics_.deltas);
      sent.push_back(emission->wire);
      if (random_.chance(30)) ask(before, producer.current());
      switch (random_.below(8)) {
        case 0: break;  // lost
        case 1: offer(damage(random_, emission->wire)); break;
        case 2: offer(random_.pick(std::span<const std::string>(sent))); break;  // late or again
        default: {
          const bool fits = emission->is_full || content(*consumer_.current()) == content(before);
          const bool read = offer(emission->wire);
          require(read || !fits, "an intact message is refused:\n" + emission->wire);
          if (read) {
            require(content(*consumer_.current()) == content(producer.current()),
                    "the consumer has something else");
          } else {
            deliver_full(producer);
          }
          ++statistics_.delivered;
        }
      }
    }
    deliver_full(producer);
  }

 private:
  graph::Payload known(graph::Payload payload) {
    const auto root = graph::pack_root(payload);
    require(root.ok(), "a payload has no root");
    known_[*root] = content(payload);
    return payload;
  }

  void deliver_full(gcf::GraphProducer& producer) {
    const auto wire = producer.current_full();
    require(wire.ok(), "no full payload");
    require(offer(*wire), "an intact full payload is refused:\n" + *wire);
    require(content(*consumer_.current()) == content(producer.current()), "the full one differs");
  }

  /// Whatever the answer is, it leads from one to the other.
  static void ask(const graph::Payload& base, const graph::Payload& next) {
    const auto answer = gcf::answer(base, next);
    require(answer.ok(), "no answer");
    const auto message = gcf::decode_graph_message(exact(answer->wire));
    require(message.ok() && message->outcome == answer->outcome,
            "a wrong answer:\n" + answer->wire);
    require((answer->outcome == gcf::Outcome::unchanged) == (content(base) == content(next)),
            "unchanged is said of a change, or the other way round");
    const auto result = gcf::apply(base, *message);
    require(result.ok() && content(*result) == content(next), "the answer leads elsewhere");
  }

  /// True when the message was taken.
  bool offer(const std::string& wire) {
    const bool had = consumer_.current() != nullptr;
    const graph::Payload before = had ? *consumer_.current() : graph::Payload{};
    const auto read = consumer_.receive(exact(wire));
    if (!read) {
      ++statistics_.refused;
      require((consumer_.current() != nullptr) == had, "a refused message left something");
      require(!had || *consumer_.current() == before, "a refused message changed the state");
      return false;
    }
    const auto meant = known_.find(consumer_.current()->pack_root);
    require(meant != known_.end(), "a root that the producer never had:\n" + wire);
    require(meant->second == content(*consumer_.current()), "a wrong state:\n" + wire);
    return true;
  }

  Random random_;
  Statistics& statistics_;
  gcf::GraphConsumer consumer_;
  std::map<std::string, std::string> known_;  // content by root
};

bool check(std::uint64_t seed, Statistics& statistics) {
  try {
    SetHistory(seed, statistics).run();
    GraphHistory(seed, statistics).run();
    return true;
  } catch (const Failure& failure) {
    std::printf("FAIL seed %" PRIu64 ": %s\nrepeat with: delta_histories one %" PRIu64 "\n", seed,
                failure.what().c_str(), seed);
    return false;
  }
}

int run(int argc, char** argv) {
  Statistics statistics;
  if (argc == 3 && std::string_view(argv[1]) == "one") {
    return check(std::strtoull(argv[2], nullptr, 10), statistics) ? 0 : 1;
  }
  const char* given = std::getenv("LACONIC_PROPERTY_HISTORIES");
  const std::uint64_t histories = given != nullptr ? std::strtoull(given, nullptr, 10) : 3000;
  for (std::uint64_t seed = 1; seed <= histories; ++seed) {
    if (!check(seed, statistics)) return 1;
  }
  std::printf("%" PRIu64 " histories: %zu delivered, %zu refused, %zu full, %zu deltas\n",
              histories, statistics.delivered, statistics.refused, statistics.fulls,
              statistics.deltas);
  // A run in which nothing is refused or nothing arrives tests nothing.
  const bool lively = statistics.delivered > histories && statistics.refused > histories &&
                      statistics.fulls != 0 && statistics.deltas > histories;
  if (!lively) std::printf("FAIL: too little happened\n");
  return lively ? 0 : 1;
}

}  // namespace
}  // namespace laconic::property

int main(int argc, char** argv) {
  return laconic::property::run(argc, argv);
}

// session_histories.cpp - random histories of graph sessions over a bad channel.
//
//     session_histories N          N histories
//     session_histories one SEED   one history, told step by step
//
// A producer sends random payloads. The channel delivers, loses, repeats, delays, cuts and
// damages them. Whatever the consumer accepts of an unharmed message must be what the producer
// meant, whatever the channel did to the messages before it; whatever the consumer refuses must
// leave its state as it was.
#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/gcf_session.hpp>

#include "exact_text.hpp"
#include "random.hpp"

namespace laconic::property {
namespace {

using support::exact;
using support::Random;

struct Clock {
  std::int64_t now = 0;
  static std::int64_t read(void* context) { return static_cast<Clock*>(context)->now; }
};

struct Sent {
  graph::Payload meant;
  std::string text;
  std::uint64_t ticket;
};

struct Totals {
  std::uint64_t accepted = 0;
  std::uint64_t references = 0;
  std::uint64_t refused = 0;
  std::uint64_t damaged_read = 0;
  std::uint64_t full = 0;
};

std::string word(Random& random, unsigned variety) {
  constexpr std::string_view odd[] = {"true", "-", "#x", "a<b", "@1", "\xc3\xa9", "1e5", "\"q\""};
  if (random.chance(10)) return std::string(odd[random.below(std::size(odd))]);
  return "n" + std::to_string(random.below(variety));
}

graph::Payload payload_of(Random& random) {
  constexpr std::string_view kinds[] = {"function", "type", "interface", "widget"};
  graph::Payload payload;
  if (random.chance(50)) payload.tool = "tool";
  payload.token_budget = static_cast<std::int64_t>(random.below(3));
  const std::size_t symbols = random.below(7);
  for (std::size_t i = 0; i < symbols; ++i) {
    graph::Symbol symbol;
    symbol.qualified_name = word(random, 12);
    symbol.kind = kinds[random.below(std::size(kinds))];
    // Mostly the same for the same symbol, or there would be no references.
    const std::size_t cents =
        random.chance(85) ? symbol.qualified_name.size() * 7 : random.below(100);
    symbol.score = static_cast<double>(cents) / 100;
    symbol.provenance = random.chance(90) ? "ast" : word(random, 3);
    symbol.distance = static_cast<std::int64_t>(random.below(5));
    const bool taken = std::any_of(
        payload.symbols.begin(), payload.symbols.end(), [&](const graph::Symbol& other) {
          return other.kind == symbol.kind && other.qualified_name == symbol.qualified_name;
        });
    if (!taken) payload.symbols.push_back(std::move(symbol));
  }
  const auto unique = [&](const std::string& name) {
    return std::count_if(payload.symbols.begin(), payload.symbols.end(),
                         [&](const auto& symbol) { return symbol.qualified_name == name; }) == 1;
  };
  for (std::size_t i = random.below(4); i > 0 && !payload.symbols.empty(); --i) {
    const auto& source = payload.symbols[random.below(payload.symbols.size())].qualified_name;
    const auto& target = payload.symbols[random.below(payload.symbols.size())].qualified_name;
    if (!unique(source) || !unique(target)) continue;
    payload.edges.push_back({source, target, "calls", random.chance(20) ? "added" : ""});
  }
  return payload;
}

/// Order is the wire's own.
void put_in_order(graph::Payload& payload) {
  const auto symbol_key = [](const graph::Symbol& s) { return s.kind + ' ' + s.qualified_name; };
  std::sort(payload.symbols.begin(), payload.symbols.end(),
            [&](const auto& a, const auto& b) { return symbol_key(a) < symbol_key(b); });
  const auto edge_key = [](const graph::Edge& e) {
    return e.source + ' ' + e.target + ' ' + e.type + ' ' + e.status;
  };
  std::sort(payload.edges.begin(), payload.edges.end(),
            [&](const auto& a, const auto& b) { return edge_key(a) < edge_key(b); });
}

void forget_details(graph::Payload& payload) {
  for (graph::Symbol& symbol : payload.symbols) {
    symbol.score = 0;
    symbol.provenance.clear();
  }
}

bool same(graph::Payload a, graph::Payload b) {
  put_in_order(a);
  put_in_order(b);
  return a == b;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// Damage that can be noticed: lines lost, repeated, or a text cut off anywhere.
std::string break_lines(const std::string& text, Random& random, bool& certain) {
  std::vector<std::string> lines = lines_of(text);
  const std::size_t at = random.below(lines.size());
  certain = false;
  if (random.chance(40)) {
    certain = true;
    return text.substr(0, random.below(text.size()));  // always shorter
  }
  const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
  if (random.chance(50)) {
    // A lost group header moves symbols to another distance, which no count can show.
    certain = lines[at][0] == '@';
    lines.erase(place);
  } else {
    certain = lines[at][0] == '@' || at == 0;
    lines.insert(place, std::string(lines[at]));
  }
  std::string broken;
  for (const std::string& line : lines)
    broken += line;
  return broken;
}

std::string flip_bytes(std::string text, Random& random) {
  for (std::size_t i = random.between(1, 3); i > 0; --i)
    text[random.below(text.size())] = static_cast<char>(random.below(128));
  return text;
}

class History {
 public:
  History(std::uint64_t seed, bool loud, Totals& totals)
      : random_(seed),
        loud_(loud),
        totals_(totals),
        producer_({random_.between(1, 40), 50, 400}, {Clock::read, &clock_}) {}

  std::string run() {
    for (std::size_t step = random_.between(3, 40); step > 0; --step) {
      if (std::string wrong = one(); !wrong.empty()) return wrong;
    }
    return "";
  }

 private:
  std::string one() {
    clock_.now += static_cast<std::int64_t>(random_.below(random_.chance(5) ? 100 : 10));
    if (random_.chance(3)) consumer_.reset();
    if (random_.chance(3)) producer_.reset();
    if (random_.chance(5)) {
      if (std::string wrong = save_and_load(); !wrong.empty()) return wrong;
    }
    Sent sent{payload_of(random_), "", 0};
    auto message = producer_.encode(sent.meant);
    if (!message) return "encode: " + message.error().message();
    sent.text = message->text;
    sent.ticket = message->ticket;
    if (message->full) ++totals_.full;
    if (loud_) std::printf("%s", sent.text.c_str());
    past_.push_back(sent);
    const std::size_t fate = random_.below(100);
    if (fate < 60) return deliver(sent, true);
    if (fate < 68) return "";                                                  // lost
    if (fate < 76) return deliver(past_[random_.below(past_.size())], false);  // late or again
    if (fate < 88) {
      bool certain = false;
      const std::string broken = break_lines(sent.text, random_, certain);
      return deliver_broken(broken, certain);
    }
    return deliver_flipped(flip_bytes(sent.text, random_));
  }

  /// An unharmed message, now or long after it was made.
  std::string deliver(const Sent& sent, bool commit) {
    const std::string before = *consumer_.save();
    auto read = consumer_.decode(exact(sent.text));
    if (!read) {
      ++totals_.refused;
      if (*consumer_.save() != before) return "a refused message changed the state";
      // Only a consumer that lost its state may refuse: then the producer starts over.
      if (read.error().code != Errc::unresolved_reference) {
        return "an unharmed message is refused: " + read.error().message();
      }
      producer_.reset();
      return "";
    }
    ++totals_.accepted;
    if (sent.text.find("# previously") != std::string::npos) ++totals_.references;
    graph::Payload meant = sent.meant;
    if (!commit) {
      // Late or again: a reference means a symbol as it was declared last (GCF 9), which may
      // be after this message was made.
      forget_details(meant);
      forget_details(*read);
    }
    if (!same(*read, meant)) return "read something else than was meant:\n" + sent.text;
    if (commit && random_.chance(85) && !producer_.commit(sent.ticket)) return "commit failed";
    return "";
  }

  std::string deliver_broken(const std::string& text, bool certain) {
    const std::string before = *consumer_.save();
    auto read = consumer_.decode(exact(text));
    if (!read) {
      ++totals_.refused;
      return *consumer_.save() == before ? "" : "a refused message changed the state";
    }
    ++totals_.damaged_read;
    return certain ? "a damaged message is read:\n" + text : "";
  }

  /// GCF has no checksum, so a changed letter may be read. It must then be learned exactly as
  /// it stands, by a consumer that is thrown away afterwards.
  std::string deliver_flipped(const std::string& text) {
    gcf::SessionReader victim;
    const std::string before = *consumer_.save();
    if (!victim.load(before)) return "a saved state cannot be loaded";
    auto read = victim.decode(exact(text));
    if (!read) {
      ++totals_.refused;
      return *victim.save() == before ? "" : "a refused message changed the state";
    }
    ++totals_.damaged_read;
    auto again = victim.decode(exact(text));
    return again && *again == *read ? "" : "the same message is read in two ways";
  }

  std::string save_and_load() {
    const std::string producer = *producer_.save();
    const std::string consumer = *consumer_.save();
    if (!producer_.load(producer) || *producer_.save() != producer) return "producer's state";
    if (!consumer_.load(consumer) || *consumer_.save() != consumer) return "consumer's state";
    return "";
  }

  Random random_;
  bool loud_;
  Totals& totals_;
  Clock clock_;
  gcf::Session producer_;
  gcf::SessionReader consumer_;
  std::vector<Sent> past_;
};

int run(int argc, char** argv) {
  Totals totals;
  if (argc == 3 && std::string_view(argv[1]) == "one") {
    const std::string wrong = History(std::strtoull(argv[2], nullptr, 10), true, totals).run();
    std::printf("%s\n", wrong.empty() ? "all is well" : wrong.c_str());
    return wrong.empty() ? 0 : 1;
  }
  const std::uint64_t count = argc == 2 ? std::strtoull(argv[1], nullptr, 10) : 0;
  if (count == 0) {
    std::fputs("usage: session_histories N | one SEED\n", stderr);
    return 2;
  }
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const std::string wrong = History(seed, false, totals).run();
    if (wrong.empty()) continue;
    std::printf("FAIL seed %" PRIu64 ": %s\nrepeat with: session_histories one %" PRIu64 "\n", seed,
                wrong.c_str(), seed);
    return 1;
  }
  std::printf(
      "%" PRIu64 " histories: %" PRIu64 " messages read (%" PRIu64 " with references), %" PRIu64
      " refused, %" PRIu64 " damaged ones read, %" PRIu64 " full payloads\n",
      count, totals.accepted, totals.references, totals.refused, totals.damaged_read, totals.full);
  // A history in which nothing happens proves nothing.
  return totals.references > count / 2 && totals.refused > count / 2 && totals.full > 0 ? 0 : 1;
}

}  // namespace
}  // namespace laconic::property

int main(int argc, char** argv) {
  return laconic::property::run(argc, argv);
}

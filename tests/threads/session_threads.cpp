// session_threads.cpp - several threads at both ends of a graph session, and at one document.
//
//     session_threads [ROUNDS]
//
// Meant for the thread sanitizer, but every claim is checked without it too: an id belongs
// to one symbol for ever, a message can be read by a reader that got what was committed, and
// it then says what was meant.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <laconic/gcf.hpp>
#include <laconic/gcf_session.hpp>

#include "random.hpp"

namespace laconic::threads {
namespace {

using support::Random;

constexpr std::size_t workers = 4;

/// Counts what goes wrong and shows the first few.
class Verdict {
 public:
  void check(bool holds, const std::string& what) {
    if (holds) return;
    const std::lock_guard lock(mutex_);
    if (faults_++ < 5) std::printf("FAIL %s\n", what.c_str());
  }
  [[nodiscard]] bool good() const { return faults_ == 0; }

 private:
  std::mutex mutex_;
  std::uint64_t faults_ = 0;
};

/// A symbol's score and provenance follow from its number, so that a reference to it means
/// the same in every message.
graph::Symbol symbol_of(std::size_t number, std::int64_t distance) {
  graph::Symbol symbol;
  symbol.qualified_name = "pkg.S" + std::to_string(number / 2);
  symbol.kind = number % 2 == 0 ? "function" : "type";
  symbol.score = static_cast<double>(number % 90) / 100;
  symbol.provenance = number % 3 == 0 ? "lsp" : "ast";
  symbol.distance = distance;
  return symbol;
}

graph::Payload payload_of(Random& random, std::size_t variety) {
  graph::Payload payload;
  payload.tool = "t" + std::to_string(random.below(3));
  std::set<std::size_t> taken;
  for (std::size_t i = random.between(1, 12); i > 0; --i)
    taken.insert(random.below(variety));
  for (const std::size_t number : taken)
    payload.symbols.push_back(symbol_of(number, static_cast<std::int64_t>(random.below(4))));
  return payload;
}

/// In an order of its own: the wire's is not the payload's.
bool same(graph::Payload a, graph::Payload b) {
  const auto before = [](const graph::Symbol& x, const graph::Symbol& y) {
    return x.qualified_name != y.qualified_name ? x.qualified_name < y.qualified_name
                                                : x.kind < y.kind;
  };
  std::sort(a.symbols.begin(), a.symbols.end(), before);
  std::sort(b.symbols.begin(), b.symbols.end(), before);
  return a == b;
}

/// Who has which id, in all messages of all threads.
class Registry {
 public:
  void learn(std::string_view text, Verdict& verdict) {
    const std::lock_guard lock(mutex_);
    while (!text.empty()) {
      const std::string_view line = text.substr(0, text.find('\n'));
      text.remove_prefix(std::min(line.size() + 1, text.size()));
      if (!line.starts_with('@') || line.find('#') != std::string_view::npos) continue;
      const std::size_t id_end = line.find(' ');
      const std::size_t name_end = line.find(' ', line.find(' ', id_end + 1) + 1);
      const std::string id(line.substr(0, id_end));
      const std::string identity(line.substr(id_end + 1, name_end - id_end - 1));
      const auto [known, fresh] = owner_.emplace(id, identity);
      verdict.check(fresh || known->second == identity,
                    id + " is " + known->second + " and then " + identity);
      ids_[identity].insert(id);
    }
  }
  /// The greatest number of ids that one symbol ever had.
  [[nodiscard]] std::size_t most_ids() const {
    std::size_t most = 0;
    for (const auto& [identity, ids] : ids_)
      most = std::max(most, ids.size());
    return most;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> owner_;          // identity by id
  std::map<std::string, std::set<std::string>> ids_;  // by identity
};

template <class Work>
void in_threads(const Work& work) {
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < workers; ++t)
    threads.emplace_back([&work, t] { work(t); });
  for (std::thread& thread : threads)
    thread.join();
}

/// Messages overtake each other between the threads, but whoever has been told that a
/// message arrived may refer to it.
void steady_session(std::size_t rounds, Verdict& verdict) {
  constexpr std::size_t variety = 60;
  gcf::Session session;
  gcf::SessionReader reader;
  Registry registry;
  in_threads([&](std::size_t t) {
    Random random(1000 + t);
    for (std::size_t i = 0; i < rounds; ++i) {
      const graph::Payload payload = payload_of(random, variety);
      auto message = session.encode(payload);
      if (!message) {
        verdict.check(false, "encode: " + message.error().message());
        continue;
      }
      registry.learn(message->text, verdict);
      const auto read = reader.decode(message->text);
      verdict.check(read.ok(), "a message cannot be read:\n" + message->text);
      verdict.check(!read || same(*read, payload), "it says something else:\n" + message->text);
      // Every third message is delivered, but its sender never hears of it.
      if (i % 3 != 0) verdict.check(session.commit(message->ticket).ok(), "commit");
      if (i % 16 == t) {
        gcf::Session copy;
        const auto state = session.save();
        verdict.check(state && copy.load(*state) && copy.size() <= variety, "the state");
        gcf::SessionReader reader_copy;
        const auto reader_state = reader.save();
        verdict.check(
            reader_state && reader_copy.load(*reader_state) && reader_copy.size() <= variety,
            "the reader's state");
      }
      verdict.check(session.size() <= variety && reader.size() <= variety, "the size");
    }
  });
  verdict.check(registry.most_ids() == 1, "a symbol has several ids without a reset");
  verdict.check(session.size() == reader.size(), "the ends remember different symbols");
  // After all that, everything that was committed is a reference.
  Random random(7);
  const graph::Payload payload = payload_of(random, variety);
  auto first = session.encode(payload);
  verdict.check(first && reader.decode(first->text) && session.commit(first->ticket).ok(), "end");
  auto second = session.encode(payload);
  verdict.check(second && second->text.find(" ast\n") == std::string::npos &&
                    second->text.find(" lsp\n") == std::string::npos,
                "a delivered symbol is declared again");
}

/// Both ends lose their state and reach their limits meanwhile. A message may then be
/// refused, but only for a reference; what is read is what was meant, and no id ever
/// changes its owner.
void restless_session(std::size_t rounds, Verdict& verdict) {
  constexpr std::size_t variety = 60;
  gcf::Session session({40, 1'000'000, 1'000'000});
  gcf::SessionReader reader(50);
  Registry registry;
  in_threads([&](std::size_t t) {
    Random random(2000 + t);
    for (std::size_t i = 0; i < rounds; ++i) {
      if (random.chance(2)) session.reset();
      if (random.chance(2)) reader.reset();
      const graph::Payload payload = payload_of(random, variety);
      auto message = session.encode(payload);
      if (!message) {
        verdict.check(false, "encode: " + message.error().message());
        continue;
      }
      if (!message->full) registry.learn(message->text, verdict);
      const auto read = reader.decode(message->text);
      if (read) {
        verdict.check(same(*read, payload), "it says something else:\n" + message->text);
        verdict.check(session.commit(message->ticket).ok(), "commit");
      } else if (read.error().code == Errc::limit_exceeded) {
        reader.reset();
      } else {
        verdict.check(read.error().code == Errc::unresolved_reference,
                      "refused for another reason: " + read.error().message());
      }
    }
  });
  verdict.check(session.size() <= 40 && reader.size() <= 50, "a limit does not hold");
}

/// Documents and codecs have no hidden state.
void shared_document(std::size_t rounds, Verdict& verdict) {
  const auto document =
      gcf::decode("GCF profile=generic\n## [2]{id,name,\"team>floor\"}\n1|Ada|3\n2|Lin|4\n");
  verdict.check(document.ok(), "the document");
  if (!document) return;
  const std::string expected = *gcf::encode(document->root());
  in_threads([&](std::size_t) {
    for (std::size_t i = 0; i < rounds; ++i) {
      const auto text = gcf::encode(document->root());
      verdict.check(text && *text == expected, "the same document is written differently");
      const auto back = gcf::decode(expected);
      verdict.check(back && same_value(back->root(), document->root()), "it reads differently");
      const Value* name = document->root().items()[1].find("name");
      verdict.check(name != nullptr && name->string() == "Lin", "a look-up fails");
    }
  });
}

int run(int argc, char** argv) {
  const std::size_t rounds = argc == 2 ? std::strtoull(argv[1], nullptr, 10) : 400;
  if (rounds == 0) {
    std::fputs("usage: session_threads [ROUNDS]\n", stderr);
    return 2;
  }
  Verdict verdict;
  steady_session(rounds, verdict);
  restless_session(rounds, verdict);
  shared_document(rounds, verdict);
  std::printf("%zu threads, %zu rounds each: %s\n", workers, rounds,
              verdict.good() ? "all is well" : "FAILED");
  return verdict.good() ? 0 : 1;
}

}  // namespace
}  // namespace laconic::threads

int main(int argc, char** argv) {
  return laconic::threads::run(argc, argv);
}

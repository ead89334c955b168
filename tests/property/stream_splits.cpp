// stream_splits.cpp - any split of a text gives the same events and errors, those of decode.
//
// usage: stream_splits [DOCUMENTS [CORPUS]]
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <laconic/gcf.hpp>
#include <laconic/gcf_graph.hpp>
#include <laconic/gcf_session.hpp>

#include "exact_text.hpp"
#include "generate.hpp"
#include "generate_graph.hpp"
#include "random.hpp"
#include "stream_events.hpp"

namespace {

using namespace laconic;
using support::Random;

/// Every count becomes a deferred one, or some do.
std::string defer_counts(std::string text, Random& random) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '[' || (i != 0 && text[i - 1] != ' ') || random.chance(30)) continue;
    std::size_t end = i + 1;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9')
      ++end;
    if (end > i + 1) text.replace(i + 1, end - i - 1, "?");
  }
  return text;
}

/// One slip: a line lost, doubled or moved, a byte changed, an indentation shifted.
std::string damage(std::string text, Random& random) {
  if (text.empty()) return text;
  const std::size_t at = random.below(text.size());
  const std::size_t start = text.rfind('\n', at) + 1;  // npos + 1 is 0
  const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
  const std::string line = start < end ? text.substr(start, end - start) : std::string();
  constexpr char bytes[] = "|^@.#=[]{}:?\"\\ \t\r\n0-~,>x\x80\xff";
  switch (random.below(9)) {
    case 0: return text.erase(start, line.size());
    case 1: return text.insert(start, line);
    case 2: return text.insert(start, "  ");
    case 3: return text.insert(start, "# a comment\n\n");
    case 4: return text.erase(at, 1);
    case 5: return text.insert(at, 1, bytes[random.below(sizeof bytes - 1)]);
    case 6: text[at] = bytes[random.below(sizeof bytes - 1)]; return text;
    case 7: return text.substr(0, at);
    default: return text + line;
  }
}

int report(const std::string& wrong, const std::string& text) {
  std::printf("FAIL %s\n---- the text\n%s----\n", wrong.c_str(), text.c_str());
  return 1;
}

int check(const std::string& text, std::uint64_t seed) {
  for (const bool complete : {false, true}) {
    const std::string wrong = support::check_stream(text, complete, seed);
    if (!wrong.empty()) return report(wrong, text);
  }
  return 0;
}

Result<Done> append(void* out, std::string_view text) {
  static_cast<std::string*>(out)->append(text);
  return Done{};
}

/// The payload as a stream; `ticket` is for the session, if there is one.
std::string write_streamed(const graph::Payload& payload, Random& random, gcf::Session* session,
                           std::uint64_t& ticket) {
  gcf::GraphStreamOptions options;
  options.tool = payload.tool;
  options.token_budget = payload.token_budget;
  options.tokens_used = payload.tokens_used;
  options.pack_root = payload.pack_root;
  options.labelled_counts = random.chance(30);
  options.buffer_bytes = random.below(100);
  options.session = session;
  std::string text;
  gcf::GraphStreamWriter writer({append, &text}, options);
  bool ok = true;
  for (const graph::Symbol& symbol : payload.symbols)
    ok = ok && writer.symbol(symbol);
  for (const graph::Edge& edge : payload.edges)
    ok = ok && writer.edge(edge);
  ok = ok && writer.ticket() == 0 && writer.close();
  ticket = writer.ticket();
  return ok ? text : std::string();
}

/// What a line makes of a graph's text, now and then with other counts.
std::string damage_graph(std::string text, Random& random) {
  if (!random.chance(25)) return damage(std::move(text), random);
  constexpr std::string_view words[] = {"symbols=", "edges=", "edges [", "counts=", "@", "## "};
  const std::string_view word = words[random.below(std::size(words))];
  const std::size_t at = text.find(word, random.below(text.size() + 1));
  if (at == std::string::npos) return text;
  constexpr std::string_view puts[] = {"1", "0", "?", "7", "9999999999999999999", "edges [2]\n"};
  return text.insert(at + word.size(), puts[random.below(std::size(puts))]);
}

/// Graph payloads, whole and damaged, by themselves and in sessions.
int check_graphs(std::uint64_t seed, std::uint64_t& references) {
  Random random(seed ^ 0x67726170);
  const graph::Payload payload = support::generate_graph(random);
  std::uint64_t ticket = 0;
  std::string text;
  if (random.chance(50)) {
    text = write_streamed(payload, random, nullptr, ticket);
    const auto read = gcf::decode_graph(support::exact(text), {.complete = true});
    if (!read || !(*read == payload)) return report("a streamed graph reads differently", text);
  } else {
    const auto wire = gcf::encode_graph(payload, {}, nullptr);
    if (!wire) return report("encode_graph: " + wire.error().message(), "");
    text = *wire;
  }
  if (check(text, seed) != 0) return 1;
  for (std::size_t slips = random.between(1, 3); slips != 0; --slips) {
    text = damage_graph(text, random);
    if (check(text, seed) != 0) return 1;
  }

  gcf::Session session;
  gcf::SessionReader reader;
  for (std::size_t messages = random.between(1, 4); messages != 0; --messages) {
    const graph::Payload meant = support::generate_graph(random);
    const bool streamed = random.chance(60);
    if (streamed) {
      text = write_streamed(meant, random, &session, ticket);
    } else {
      auto message = session.encode(meant);
      if (!message) return report("session: " + message.error().message(), "");
      text = message->text;
      ticket = message->ticket;
    }
    std::string state = *reader.save();
    std::string wrong = support::check_session_stream(text, state, seed);
    if (wrong.empty()) {
      wrong = support::check_session_stream(damage_graph(text, random), state, seed);
    }
    if (!wrong.empty()) return report(wrong, text);
    if (!random.chance(80)) continue;  // it is lost
    const auto read = reader.decode(support::exact(text));
    if (!read || (streamed && !(*read == meant))) {
      return report("a message of a session reads differently", text);
    }
    if (text.find("previously") != std::string::npos) ++references;
    if (random.chance(90) && !session.commit(ticket)) return report("commit", text);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t documents = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 2000;
  std::vector<std::string> texts;
  if (argc > 2) {
    for (const auto& file : std::filesystem::directory_iterator(argv[2])) {
      std::ifstream in(file.path(), std::ios::binary);
      texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    }
    if (texts.size() < 30) {
      std::printf("FAIL only %zu files in %s\n", texts.size(), argv[2]);
      return 1;
    }
  }
  std::uint64_t checked = 0;
  for (std::uint64_t seed = 1; seed <= documents; ++seed) {
    Random random(seed);
    std::string text;
    if (!texts.empty() && random.chance(30)) {
      text = texts[random.below(texts.size())];
    } else {
      const Document document = support::generate(seed);
      gcf::EncodeOptions options;
      options.layout = random.chance(30) ? gcf::Layout::compact : gcf::Layout::canonical;
      options.flatten = random.chance(60);
      const auto wire = gcf::encode(document.root(), options);
      if (!wire) return report("encode: " + wire.error().message(), "");
      text = *wire;
    }
    if (check(text, seed) != 0) return 1;
    if (random.chance(60)) {
      text = defer_counts(text, random);
      if (check(text, seed) != 0) return 1;
    }
    for (std::size_t slips = random.between(1, 3); slips != 0; --slips) {
      text = damage(text, random);
      if (check(text, seed) != 0) return 1;
      ++checked;
    }
  }
  std::uint64_t references = 0;
  for (std::uint64_t seed = 1; seed <= documents; ++seed) {
    if (check_graphs(seed, references) != 0) return 1;
  }
  if (references < documents / 10) return report("hardly any message has references", "");
  std::printf("%llu documents, %llu damaged texts, %llu messages with references\n",
              static_cast<unsigned long long>(documents), static_cast<unsigned long long>(checked),
              static_cast<unsigned long long>(references));
  return 0;
}

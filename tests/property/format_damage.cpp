// format_damage.cpp - every reader of the registry on damaged texts, and every limit of it.
//
//   format_damage ROUNDS [FIRST]
//
// Texts that a format wrote itself are cut at every byte, and bits of them are flipped: a reader
// answers with a value or with an error whose place is in the text. Then what is longer or
// deeper than the limits, and texts that do nothing but open something.
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <laconic/laconic.hpp>

#include "exact_text.hpp"
#include "flat_table.hpp"
#include "generate.hpp"
#include "generate_graph.hpp"

namespace {

using namespace laconic;
using support::ExactText;

struct Tally {
  std::size_t texts = 0;
  std::size_t refused = 0;
  std::size_t read = 0;
};

bool fault(const Codec& codec, std::string_view what, std::string_view text) {
  std::string shown(text.substr(0, 2000));
  for (char& c : shown) {
    if (c != '\n' && (c < ' ' || c > '~')) c = '?';
  }
  std::printf("%s: %s\n%s\n", std::string(codec.name).c_str(), std::string(what).c_str(),
              shown.c_str());
  return false;
}

/// Reads a text that may be wrong, strictly and not.
bool survives(const Codec& codec, std::string_view damaged, Tally& tally) {
  for (const bool lenient : {false, true}) {
    const ExactText text(damaged);
    DecodeOptions options;
    options.lenient = lenient;
    const auto document = decode(codec, text, options);
    if (document) {
      ++tally.read;
      if (!json::encode(document->root())) return fault(codec, "no JSON of what it read", damaged);
      continue;
    }
    ++tally.refused;
    const Error& error = document.error();
    if (error.offset > damaged.size()) return fault(codec, "a place behind the text", damaged);
    if (error.detail.empty()) return fault(codec, "an error without a sentence", damaged);
    if (!describe("x", damaged, error).ends_with('\n')) return fault(codec, "no report", damaged);
  }
  return true;
}

bool survives_damage(const Codec& codec, const std::string& text, support::Random& random,
                     Tally& tally) {
  ++tally.texts;
  const std::size_t step = text.size() / 60 + 1;
  for (std::size_t size = random.below(step); size < text.size(); size += step) {
    if (!survives(codec, std::string_view(text).substr(0, size), tally)) return false;
  }
  for (int flips = 0; flips < 40 && !text.empty(); ++flips) {
    std::string changed = text;
    for (std::size_t n = random.between(1, 3); n != 0; --n) {
      char& at = changed[random.below(changed.size())];
      at = static_cast<char>(static_cast<unsigned char>(at) ^ (1U << random.below(8)));
    }
    if (!survives(codec, changed, tally)) return false;
  }
  return true;
}

/// What the codec writes of the value, told losses and all; empty when it cannot.
std::string written(const Codec& codec, Value value) {
  std::vector<Loss> losses;
  EncodeOptions options;
  options.losses = &losses;
  const auto text = encode(codec, value, options);
  return text ? *text : std::string();
}

bool keeps_size_limits(const Codec& codec, Value value) {
  std::vector<Loss> losses;
  EncodeOptions write;
  write.losses = &losses;
  const auto text = encode(codec, value, write);
  if (!text) return fault(codec, text.error().message(), "");
  write.max_bytes = text->size();
  if (!encode(codec, value, write)) return fault(codec, "its own size is too long", *text);
  write.max_bytes = text->size() - 1;
  const auto longer = encode(codec, value, write);
  if (longer || longer.error().code != Errc::size_exceeded)
    return fault(codec, "writes more than the limit", *text);
  if (codec.decode == nullptr) return true;
  DecodeOptions read;
  read.max_bytes = text->size();
  const auto fits = decode(codec, *text, read);
  if (!fits) return fault(codec, fits.error().message(), *text);
  read.max_bytes = text->size() - 1;
  const auto refused = decode(codec, *text, read);
  if (refused || refused.error().code != Errc::size_exceeded)
    return fault(codec, "reads more than the limit", *text);
  return true;
}

/// A table in which one cell is `depth` levels deep, arrays and objects by turns.
Document deep_table(unsigned depth, bool table) {
  Builder builder;
  if (table) builder.begin_array();
  builder.begin_object().key("a");
  for (unsigned level = 0; level < depth; ++level) {
    if (level % 2 == 0) {
      builder.begin_object().key("b");
    } else {
      builder.begin_array();
    }
  }
  builder.integer(1);
  for (unsigned level = depth; level-- > 0;) {
    if (level % 2 == 0) {
      builder.end_object();
    } else {
      builder.end_array();
    }
  }
  builder.end_object();
  if (table) builder.end_array();
  return std::move(*builder.finish());
}

/// A value that the codec can hold, of a known depth, is not read with less.
bool keeps_depth_limit(const Codec& codec, Value value) {
  const std::string text = written(codec, value);
  const auto back = decode(codec, text);
  if (!back) return fault(codec, back.error().message(), text);
  DecodeOptions options;
  // The text of a payload may have levels that say nothing, and that the document leaves out.
  options.max_depth = back->root().depth() + (codec.graph ? 1U : 0U);
  if (const auto fits = decode(codec, text, options); !fits)
    return fault(codec, "its own depth is too deep: " + fits.error().message(), text);
  if (back->root().depth() == 0) return true;
  options.max_depth = back->root().depth() - 1;
  const auto refused = decode(codec, text, options);
  if (refused || refused.error().code != Errc::depth_exceeded) {
    return fault(
        codec, "reads deeper than the limit: " + (refused ? "" : refused.error().message()), text);
  }
  return true;
}

/// Texts that only open: none may cost the stack, or time in proportion to its square.
std::vector<std::string> bombs() {
  std::vector<std::string> texts;
  constexpr std::size_t levels = 30000;
  for (const std::string_view open : {"[",
                                      "{\"a\":",
                                      "[[",
                                      "{a:",
                                      "- ",
                                      "a:\n ",
                                      "[a.",
                                      "<a>",
                                      "{{",
                                      "\x91",
                                      "\x81\xa1"
                                      "a",
                                      "\x9f",
                                      "\xc1",
                                      "[: ",
                                      "[2: a, b; ",
                                      "A(",
                                      "[1]:",
                                      "#",
                                      "|",
                                      "\"",
                                      "\\",
                                      "\n",
                                      "&a [",
                                      "*a ",
                                      "? ",
                                      "!",
                                      "- - ",
                                      "\xd8\x01",
                                      "\xdd\xff\xff\xff\xff",
                                      "\x9b\xff\xff\xff\xff"}) {
    std::string text;
    for (std::size_t level = 0; level < levels; ++level)
      text.append(open);
    texts.push_back(std::move(text));
  }
  return texts;
}

/// Documents of all kinds from a seed: every format can hold one of them.
std::vector<Document> documents_of(unsigned long seed) {
  support::Random random(seed);
  const graph::Payload payload = support::generate_graph(random);
  std::vector<Document> documents;
  documents.push_back(std::move(*graph::to_document(payload)));
  documents.push_back(std::move(*goon::from_payload(payload)));
  documents.push_back(support::generate(seed, {.big_numbers = seed % 4 == 0}));
  documents.push_back(support::without_null(documents.back().root()));
  documents.push_back(support::flat_table(seed));
  return documents;
}

/// All limits on the documents that the codec can hold, whose number is added to `held`.
bool keeps_limits(const Codec& codec, std::span<const Document> documents, std::size_t& held) {
  for (const Document& document : documents) {
    if (codec.encode == nullptr || written(codec, document.root()).empty()) continue;
    ++held;
    if (!keeps_size_limits(codec, document.root())) return false;
    if (codec.decode != nullptr && !keeps_depth_limit(codec, document.root())) return false;
  }
  return true;
}

bool survives_all(const Codec& codec, unsigned long first, unsigned long rounds,
                  std::span<const std::string> openings) {
  Tally tally;
  for (const std::string& text : openings) {
    if (!survives(codec, text, tally)) return false;
  }
  tally = {};
  for (unsigned long seed = first; seed < first + rounds; ++seed) {
    support::Random random(seed);
    for (const Document& document : documents_of(seed)) {
      const std::string text = written(codec, document.root());
      if (!text.empty() && !survives_damage(codec, text, random, tally)) return false;
    }
  }
  std::printf("%-14s %6zu texts, damaged: %8zu refused, %8zu read\n",
              std::string(codec.name).c_str(), tally.texts, tally.refused, tally.read);
  return (tally.texts >= rounds / 2 && tally.refused >= rounds * 10) ||
         fault(codec, "too few texts", "");
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long rounds = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100;
  const unsigned long first = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  const CodecRegistry registry = CodecRegistry::with_builtins();
  const std::vector<std::string> openings = bombs();
  std::size_t deep = 0;
  for (const Codec* codec : registry.all()) {
    std::size_t held = 0;
    for (unsigned long seed = first; seed < first + rounds; ++seed) {
      if (!keeps_limits(*codec, documents_of(seed), held)) return 1;
    }
    if (held < rounds / 2) return fault(*codec, "too few documents", "") ? 0 : 1;
    for (const bool table : {false, true}) {
      const Document nested = deep_table(40, table);
      if (!codec->graph && !keeps_limits(*codec, {&nested, 1}, deep)) return 1;
    }
    if (codec->decode != nullptr && !survives_all(*codec, first, rounds, openings)) return 1;
  }
  std::printf("%zu formats, %zu of their limits in nested values\n", registry.all().size(), deep);
  return registry.all().size() >= 21 && deep >= 15 ? 0 : 1;
}

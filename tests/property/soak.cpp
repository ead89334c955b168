// soak.cpp - generated documents, mutated texts, and a small world in full.
//
//     soak documents            LACONIC_PROPERTY_DOCS documents, 200,000 by default
//     soak small-world          every value of a few nodes, or every n-th of them with
//                               LACONIC_PROPERTY_STRIDE=n
//     soak --seconds N          fresh documents for so long
//     soak one SEED             the document of one seed, with its texts
//     soak file PATH            the JSON document in a file, in every way of writing it
//     soak text PATH            the text in a file, GCF or not
//     soak survey N             N documents, one line per failure, no stop at the first
//
// A failure prints the seed; `soak one SEED` repeats it.
#include <chrono>
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/gcf.hpp>
#include <laconic/json.hpp>

#include "exact_text.hpp"
#include "generate.hpp"
#include "plain_json.hpp"
#include "random.hpp"
#include "round_trip.hpp"
#include "small_world.hpp"

namespace laconic::property {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Every 16th document holds numbers that GCF refuses.
Document document_of(std::uint64_t seed) {
  support::GenerateOptions options;
  options.big_numbers = seed % 16 == 15;
  return support::generate(seed, options);
}

/// All properties of one seed. Prints and returns false when one does not hold.
bool check_seed(std::uint64_t seed, Statistics& statistics, Statistics& mutated,
                bool brief = false) {
  const Document doc = document_of(seed);
  const auto fail = [&](std::string_view stage, const std::string& what, std::string_view text) {
    std::printf("FAIL seed %" PRIu64 ", %s: %s\n", seed, std::string(stage).c_str(),
                brief ? what.substr(0, what.find('\n')).c_str() : what.c_str());
    if (brief) return false;
    if (!text.empty()) {
      std::printf("---- text\n%s\n----\n", std::string(text).c_str());
    }
    std::printf("document: %s\nrepeat with: soak one %" PRIu64 "\n",
                support::plain_json(doc.root()).substr(0, 4000).c_str(), seed);
    return false;
  };
  if (std::string wrong = check_value(doc.root(), seed, statistics); !wrong.empty()) {
    return fail("value", wrong, "");
  }
  support::Random random(seed ^ 0x6d757461746f7273);
  gcf::EncodeOptions options;
  options.flatten = random.chance(70);
  if (random.chance(30)) options.layout = gcf::Layout::compact;
  auto wire = gcf::encode(doc.root(), options);
  if (!wire) return true;  // a big number
  // Long texts are long to check and seldom broken in a new way.
  if (wire->size() > 20000) return true;
  const std::string text = mutate(*wire, random);
  if (std::string wrong = check_text(text, mutated); !wrong.empty()) {
    return fail("mutated text", wrong, text);
  }
  if (seed % 4 == 0) {
    const std::string json = mutate(support::plain_json(doc.root(), seed % 8 == 0 ? 1 : 0), random);
    if (std::string wrong = check_json_text(json, mutated); !wrong.empty()) {
      return fail("mutated JSON", wrong, json);
    }
  }
  return true;
}

struct Floor {
  const char* name;
  std::uint64_t seen;
  double per_document;  // at least
};

bool report(const Statistics& values, const Statistics& texts, double seconds, bool enforce) {
  const support::Features& c = values.canonical;
  const auto docs = static_cast<double>(values.values);
  const Floor floors[] = {
      {"tables", c.tables, 0.5},
      {"path columns", c.path_columns, 0.3},
      {"deep path columns", c.deep_paths, 0.03},
      {"null or absent flattened objects", c.null_objects, 0.03},
      {"columns row 0 lacks", c.union_columns, 0.05},
      {"keyed maps", c.keyed_maps, 0.15},
      {"key label clashes", c.label_clashes, 0.01},
      {"constant columns", c.constant_columns, 0.1},
      {"tables of constants only", c.kept_constants, 0.005},
      {"attachments", c.attachments, 0.5},
      {"inline schemas (null guard)", c.inline_schemas, 0.0005},
      {"inline schemas (no flattening)", values.unflattened.inline_schemas, 0.01},
      {"shared array bodies", c.shared_arrays, 0.05},
      {"literal > fields", c.literal_fields, 0.05},
      {"expanded arrays", c.expanded, 0.05},
      {"primitive arrays", c.primitive_arrays, 0.1},
      {"absent cells", c.absent_cells, 0.2},
      {"null cells", c.null_cells, 0.2},
      {"sections", c.sections, 0.1},
      {"empty containers", c.empty_containers, 0.05},
      {"quoted strings", c.quoted_strings, 1},
      {"bare strings", c.bare_strings, 1},
      {"quoted keys", c.quoted_keys, 0.5},
      {"compact shorter than canonical", values.compact_shorter, 0.05},
      {"refused big numbers", values.refused_values, 0.01},
      {"mutated texts read", texts.accepted_texts, 0.05},
      {"mutated texts repaired", texts.repaired_texts, 0.005},
  };
  bool good = true;
  for (const Floor& floor : floors) {
    const bool low = enforce && static_cast<double>(floor.seen) < floor.per_document * docs;
    std::printf("%-34s %12" PRIu64 "%s\n", floor.name, floor.seen,
                low ? "  FAIL: too few to prove anything" : "");
    good = good && !low;
  }
  std::printf("%" PRIu64 " documents (%" PRIu64 " bytes of JSON, %" PRIu64 " of GCF), %" PRIu64
              " mutated texts, %.1f s, %.0f documents per second\n",
              values.values, values.json_bytes, values.wire_bytes, texts.texts, seconds,
              docs / seconds);
  return good;
}

int run_documents(std::uint64_t count) {
  Statistics values, texts;
  const auto start = Clock::now();
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    if (!check_seed(seed, values, texts)) return 1;
  }
  // Shares are only meaningful over many documents.
  const bool good = report(values, texts, seconds_since(start), count >= 5000);
  if (values.values != count || count == 0) {
    std::printf("FAIL %" PRIu64 " documents instead of %" PRIu64 "\n", values.values, count);
    return 1;
  }
  return good ? 0 : 1;
}

int run_soak(double seconds, std::uint64_t first) {
  std::printf("soak from seed %" PRIu64 " for %.0f seconds\n", first, seconds);
  Statistics values, texts;
  const auto start = Clock::now();
  double next_line = 60;
  for (std::uint64_t seed = first; seconds_since(start) < seconds; ++seed) {
    if (!check_seed(seed, values, texts)) return 1;
    if (seconds_since(start) > next_line) {
      std::printf("%.0f s: %" PRIu64 " documents\n", next_line, values.values);
      std::fflush(stdout);
      next_line += 60;
    }
  }
  return report(values, texts, seconds_since(start), false) ? 0 : 1;
}

int run_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  auto doc = json::decode(support::exact(text));
  if (!doc) {
    std::printf("%s", describe(path, text, doc.error()).c_str());
    return 1;
  }
  Statistics statistics;
  for (std::uint64_t variant = 0; variant < 28; ++variant) {
    const std::string wrong = check_value(doc->root(), variant, statistics);
    if (wrong.empty()) continue;
    std::printf("FAIL %s: %s\n", path.c_str(), wrong.c_str());
    return 1;
  }
  return 0;
}

int run_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  Statistics statistics;
  const std::string wrong =
      check_text(std::string{std::istreambuf_iterator<char>(in), {}}, statistics);
  if (!wrong.empty()) std::printf("FAIL %s: %s\n", path.c_str(), wrong.c_str());
  return wrong.empty() ? 0 : 1;
}

int run_survey(std::uint64_t count) {
  Statistics values, texts;
  std::uint64_t failed = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    if (!check_seed(seed, values, texts, true)) ++failed;
  }
  std::printf("%" PRIu64 " of %" PRIu64 " documents failed\n", failed, count);
  return failed == 0 ? 0 : 1;
}

int run_one(std::uint64_t seed) {
  const Document doc = document_of(seed);
  std::printf("%s\n", support::plain_json(doc.root(), 1).c_str());
  for (const bool compact : {false, true}) {
    gcf::EncodeOptions options;
    if (compact) options.layout = gcf::Layout::compact;
    auto wire = gcf::encode(doc.root(), options);
    std::printf("---- %s\n%s", compact ? "compact" : "canonical",
                wire ? wire->c_str() : (wire.error().message() + "\n").c_str());
  }
  Statistics values, texts;
  return check_seed(seed, values, texts) ? 0 : 1;
}

// The small world.

class SmallWorld {
 public:
  /// Checks every `stride`-th value; slow builds cannot afford all of them.
  explicit SmallWorld(std::uint64_t stride) : stride_(stride) {}

  bool visit(std::string_view json) {
    if (seen_++ % stride_ != 0) return true;
    auto doc = json::decode(support::exact(json));
    if (!doc) {
      std::printf("FAIL %s is refused: %s\n", std::string(json).c_str(),
                  doc.error().message().c_str());
      return false;
    }
    // Neighbours get different variants; over a world every form meets every variant.
    const std::string wrong = check_value(doc->root(), seen_, statistics_);
    if (!wrong.empty()) std::printf("FAIL %s: %s\n", std::string(json).c_str(), wrong.c_str());
    return wrong.empty();
  }

  /// All values of up to `nodes` nodes; there must be `expected` of them.
  bool values(const Alphabet& alphabet, unsigned nodes, std::uint64_t expected) {
    const std::uint64_t before = seen_;
    bool good = true;
    each_value(alphabet, nodes, [&](std::string_view json) { return good = visit(json); });
    if (good && seen_ - before != expected) {
      std::printf("FAIL %" PRIu64 " values instead of %" PRIu64 "\n", seen_ - before, expected);
      good = false;
    }
    return good;
  }

  /// Every way in which two small records can align or not, as an array and as a map.
  bool pairs(const Alphabet& alphabet, unsigned nodes) {
    const std::vector<std::string> rows = all_objects(alphabet, nodes);
    for (const std::string& a : rows) {
      for (const std::string& b : rows) {
        if (!visit("[" + a + "," + b + "]") || !visit("{\"p\":" + a + ",\"q\":" + b + "}")) {
          return false;
        }
      }
    }
    return true;
  }

  /// Small values in a field of two records: flattening, inline and shared schemas.
  bool fields() {
    std::vector<std::string> values = all_objects({{"null", "1"}, {"\"a\"", "\"b\"", "\"c\""}}, 3);
    for (const char* order : {"abc", "acb", "bac", "bca", "cab", "cba"}) {
      for (unsigned nulls = 0; nulls < 8; ++nulls) {
        std::string object = "{";
        for (unsigned i = 0; i < 3; ++i) {
          object += (i == 0 ? "\"" : ",\"") + std::string(1, order[i]) + "\":";
          object += (nulls >> i & 1) != 0 ? "null" : "2";
        }
        values.push_back(object + "}");
      }
    }
    values.insert(values.end(), {"null", "1", "[]"});
    for (const std::string& a : values) {
      for (const std::string& b : values) {
        if (!visit("[{\"i\":0,\"m\":" + a + "},{\"i\":1,\"m\":" + b + "}]") ||
            !visit("[{\"m\":[" + a + "]},{\"m\":[" + b + "," + a + "]},{\"i\":2}]")) {
          return false;
        }
      }
    }
    return true;
  }

  [[nodiscard]] std::uint64_t checked() const { return statistics_.values; }

 private:
  std::uint64_t stride_;
  std::uint64_t seen_ = 0;
  Statistics statistics_;
};

int run_small_world(std::uint64_t stride) {
  const auto start = Clock::now();
  SmallWorld world(stride == 0 ? 1 : stride);
  const bool good =
      world.values({{"null", "1", "\"x\"", "\"-\""}, {"\"a\"", "\"b\"", "\"a>b\""}}, 5, 77682) &&
      world.values({{"null", "\"\""}, {"\"\"", "\"key\""}}, 6, 51472) &&
      world.pairs({{"null", "1", "\"^\"", "-0.5"}, {"\"a\"", "\"b\"", "\"a>b\""}}, 3) &&
      world.pairs({{"null", "2"}, {"\"a\"", "\"key\""}}, 4) && world.fields();
  std::printf("%" PRIu64 " small documents, %.1f s\n", world.checked(), seconds_since(start));
  return good && world.checked() > 10000 ? 0 : 1;
}

std::uint64_t number(std::string_view text) {
  return std::strtoull(std::string(text).c_str(), nullptr, 10);
}

int run(std::vector<std::string_view> args) {
  if (args.size() == 1 && args[0] == "documents") {
    const char* docs = std::getenv("LACONIC_PROPERTY_DOCS");
    return run_documents(docs != nullptr ? number(docs) : 200000);
  }
  if (args.size() == 1 && args[0] == "small-world") {
    const char* stride = std::getenv("LACONIC_PROPERTY_STRIDE");
    return run_small_world(stride != nullptr ? number(stride) : 1);
  }
  if (args.size() == 2 && args[0] == "one") return run_one(number(args[1]));
  if (args.size() == 2 && args[0] == "file") return run_file(std::string(args[1]));
  if (args.size() == 2 && args[0] == "text") return run_text(std::string(args[1]));
  if (args.size() == 2 && args[0] == "survey") return run_survey(number(args[1]));
  // Fresh seeds, unless the caller wants to see the same ones again.
  auto seed =
      static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) &
      0xffffffffffff;
  std::uint64_t seconds = 0;
  bool usage = args.empty();
  for (std::size_t i = 0; i < args.size(); ++i) {
    // Both `--seconds N` and `--seconds=N`.
    std::string_view value;
    const std::size_t equals = args[i].find('=');
    const std::string_view name = args[i].substr(0, equals);
    if (equals != std::string_view::npos) {
      value = args[i].substr(equals + 1);
    } else if (i + 1 < args.size()) {
      value = args[++i];
    }
    if (name == "--seconds") {
      seconds = number(value);
    } else if (name == "--seed") {
      seed = number(value);
    } else {
      usage = true;
    }
  }
  if (!usage && seconds > 0) return run_soak(static_cast<double>(seconds), seed);
  std::fputs(
      "usage: soak documents | small-world | one SEED | file PATH | text PATH | survey N | "
      "--seconds N [--seed "
      "S]\n",
      stderr);
  return 2;
}

}  // namespace
}  // namespace laconic::property

int main(int argc, char** argv) {
  return laconic::property::run({argv + 1, argv + argc});
}

// format_pairs.cpp - documents through every pair of lossless formats of the registry and back.
//
//   format_pairs COUNT FOLDER [FIRST]
//
// JSON to A to B to JSON, for generated documents and the datasets in FOLDER when they are there;
// payloads likewise through the lossless graph formats. A format may refuse a document, with a
// sentence; then it refuses the same value from wherever it comes. What it takes, it keeps.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <laconic/laconic.hpp>

#include "flat_table.hpp"
#include "generate.hpp"
#include "generate_graph.hpp"

namespace {

namespace fs = std::filesystem;
using namespace laconic;

bool is_refusal(const Codec& codec, const Error& error) {
  if (error.detail.empty()) return false;
  // The graph formats have fields of fixed width and names; what does not fit is a loss.
  if (error.code == Errc::not_lossless) return codec.graph;
  return error.code == Errc::not_representable || error.code == Errc::depth_exceeded ||
         error.code == Errc::out_of_range;
}

/// What a format made of one value: its text, or why it refused.
struct Written {
  bool refused = false;
  std::string text;
};

/// False for a format of tables at the root (CSV) and one of objects at the root (TOML).
bool have_common_root(const Codec& a, const Codec& b) {
  if (a.graph) return true;
  for (const std::string_view root : {R"({"a":1})", R"([{"a":1}])"}) {
    const auto document = json::decode(root);
    if (encode(a, document->root()) && encode(b, document->root())) return true;
  }
  return false;
}

/// The formats of one kind, and how often each pair of them carried a document.
class Pairs {
 public:
  explicit Pairs(std::vector<const Codec*> codecs) : codecs_(std::move(codecs)) {}

  /// Sends one document through all pairs; false, and a report, when something is wrong.
  bool carry(std::string_view title, Value value) {
    ++documents_;
    std::vector<Written> direct(codecs_.size());
    std::vector<Document> back(codecs_.size());
    for (std::size_t i = 0; i < codecs_.size(); ++i) {
      if (!write(*codecs_[i], value, direct[i]) ||
          (!direct[i].refused && !read(*codecs_[i], direct[i].text, value, back[i]))) {
        return report(title, codecs_[i]->name, "", value);
      }
    }
    for (std::size_t a = 0; a < codecs_.size(); ++a) {
      if (direct[a].refused) continue;
      for (std::size_t b = 0; b < codecs_.size(); ++b) {
        Written second;
        bool good = write(*codecs_[b], back[a].root(), second);
        if (good && second.refused != direct[b].refused) {
          fault_ = "the same value is refused from one format and not from another";
          good = false;
        }
        Document end;
        // The same text was read above.
        if (good && !second.refused && second.text != direct[b].text)
          good = read(*codecs_[b], second.text, value, end);
        if (!good) return report(title, codecs_[a]->name, codecs_[b]->name, value);
        if (!second.refused) ++carried_[{a, b}];
      }
    }
    return true;
  }

  /// Prints the table of counts; false when a pair carried fewer than `least` documents,
  /// although there is a document that both formats can hold.
  [[nodiscard]] bool summarize(std::string_view what, std::size_t least_formats,
                               std::size_t least) const {
    std::size_t fewest = documents_;
    std::size_t pairs = 0;
    for (std::size_t a = 0; a < codecs_.size(); ++a) {
      std::size_t fewest_here = documents_;
      for (std::size_t b = 0; b < codecs_.size(); ++b) {
        if (!have_common_root(*codecs_[a], *codecs_[b])) continue;
        ++pairs;
        const auto found = carried_.find({a, b});
        fewest_here = std::min(fewest_here, found == carried_.end() ? 0 : found->second);
      }
      const auto alone = carried_.find({a, a});
      std::printf("  %-14s %6zu documents, at least %zu of them on to each format\n",
                  std::string(codecs_[a]->name).c_str(),
                  alone == carried_.end() ? 0 : alone->second, fewest_here);
      fewest = std::min(fewest, fewest_here);
    }
    std::printf("%s: %zu formats, %zu pairs, %zu documents; each pair carried at least %zu\n",
                std::string(what).c_str(), codecs_.size(), pairs, documents_, fewest);
    const std::size_t least_pairs = least_formats * (least_formats - 1);
    if (codecs_.size() < least_formats || pairs < least_pairs || fewest < least) {
      std::printf("expected are at least %zu formats, %zu pairs, %zu documents by each pair\n",
                  least_formats, least_pairs, least);
      return false;
    }
    return true;
  }

 private:
  bool write(const Codec& codec, Value value, Written& written) {
    auto text = encode(codec, value);
    if (text) {
      written.text = std::move(*text);
      return true;
    }
    written.refused = true;
    if (is_refusal(codec, text.error())) return true;
    fault_ = text.error().message();
    return false;
  }

  /// Reads the text; what it says must have the value, as JSON text as well.
  bool read(const Codec& codec, const std::string& text, Value value, Document& document) {
    auto decoded = decode(codec, text);
    if (!decoded) {
      fault_ = describe(codec.name, text, decoded.error());
      return false;
    }
    if (!decoded->notes().empty()) {
      fault_ = "a note about what was written: " + std::string(decoded->notes()[0].text);
      return false;
    }
    const auto json = json::encode(decoded->root());
    const auto end = json ? json::decode(*json) : Result<Document>(json.error());
    if (!end || !same_value(end->root(), value)) {
      fault_ = "another value\n" + text;
      return false;
    }
    document = std::move(*decoded);
    return true;
  }

  [[nodiscard]] bool report(std::string_view title, std::string_view a, std::string_view b,
                            Value value) const {
    const auto json = json::encode(value);
    std::printf("%s, %s%s%s: %s\n%.2000s\n", std::string(title).c_str(), std::string(a).c_str(),
                b.empty() ? "" : " to ", std::string(b).c_str(), fault_.c_str(),
                json ? json->c_str() : "");
    return false;
  }

  std::vector<const Codec*> codecs_;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> carried_;
  std::size_t documents_ = 0;
  std::string fault_;
};

std::vector<const Codec*> lossless(const CodecRegistry& registry, bool graph) {
  std::vector<const Codec*> found;
  for (const Codec* codec : registry.all()) {
    if (codec->lossless && codec->graph == graph && codec->decode != nullptr &&
        codec->encode != nullptr) {
      found.push_back(codec);
    }
  }
  return found;
}

/// A payload, and what each graph format can hold of it.
bool carry_payload(Pairs& pairs, std::span<const Codec* const> formats, const std::string& title,
                   Value payload) {
  if (!pairs.carry(title, payload)) return false;
  for (const Codec* codec : formats) {
    std::vector<Loss> losses;
    EncodeOptions options;
    options.losses = &losses;
    const auto text = encode(*codec, payload, options);
    if (!text || losses.empty()) continue;
    const auto rest = decode(*codec, *text);
    if (!rest) {
      std::printf("%s: %s\n", title.c_str(), rest.error().message().c_str());
      return false;
    }
    if (!pairs.carry(title + " cut to " + std::string(codec->name), rest->root())) return false;
  }
  return true;
}

/// The datasets as they are, and the arrays in their members, which more formats can hold.
bool carry_datasets(Pairs& pairs, const fs::path& folder, std::size_t& files) {
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    const auto document = json::decode(std::string{std::istreambuf_iterator<char>(in), {}});
    const std::string name = entry.path().filename().string();
    if (!document) {
      std::printf("%s: %s\n", name.c_str(), document.error().message().c_str());
      return false;
    }
    ++files;
    if (!pairs.carry(name, document->root())) return false;
    if (!document->root().is_object()) continue;
    for (const auto [key, member] : document->root().members()) {
      if (member.is_array() && !pairs.carry(name + " " + std::string(key), member)) return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1000;
  const fs::path folder = argc > 2 ? argv[2] : "";
  const unsigned long first = argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 1;
  const CodecRegistry registry = CodecRegistry::with_builtins();
  Pairs values(lossless(registry, false));
  const std::vector<const Codec*> graph_formats = lossless(registry, true);
  Pairs payloads(graph_formats);
  for (unsigned long seed = first; seed < first + count; ++seed) {
    const std::string title = "seed " + std::to_string(seed);
    const Document any = support::generate(seed, {.big_numbers = seed % 4 == 0});
    if (!values.carry(title, any.root()) ||
        !values.carry(title + " flat", support::flat_table(seed).root()) ||
        !values.carry(title + " without null", support::without_null(any.root()).root()))
      return 1;
    support::Random random(seed);
    const auto payload = graph::to_document(support::generate_graph(random));
    if (!payload || !carry_payload(payloads, graph_formats, title + " payload", payload->root()))
      return 1;
  }
  std::size_t files = 0;
  const char* const required = std::getenv("LACONIC_REQUIRE_FIXTURES");
  if (fs::is_directory(folder)) {
    if (!carry_datasets(values, folder, files)) return 1;
    std::printf("%zu datasets\n", files);
    if (files < 8) return 1;
  } else if (required != nullptr && std::string_view(required) == "1") {
    std::puts("no datasets, and they are required");
    return 1;
  }
  // Not all formats hold all documents, but each pair has its share of them.
  const bool enough = values.summarize("values", 11, count / 10);
  return payloads.summarize("payloads", 3, count / 2) && enough ? 0 : 1;
}

// everyday_round_trip.cpp - generated documents through every everyday format and back.
//
//   everyday_round_trip COUNT [FIRST]
//
// A format gives the value back, or refuses it, or says exactly then that something is lost.
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include <laconic/laconic.hpp>

#include "flat_table.hpp"
#include "generate.hpp"

namespace {

using namespace laconic;

struct Tally {
  unsigned long kept = 0;
  unsigned long lossy = 0;
  unsigned long refused = 0;
};

bool is_refusal(const Error& error) {
  return error.code == Errc::not_representable || error.code == Errc::depth_exceeded;
}

/// Empty when all is well.
std::string fault_of(const Codec& codec, Value value, std::span<const Setting> settings,
                     Tally& tally) {
  std::vector<Loss> losses;
  EncodeOptions options;
  options.losses = &losses;
  options.settings = settings;
  const auto text = encode(codec, value, options);
  if (!text) {
    ++tally.refused;
    return is_refusal(text.error()) ? std::string() : text.error().message();
  }
  if (codec.lossless && !losses.empty())
    return "a lossless format reports a loss: " + losses[0].what;
  DecodeOptions back_options;
  back_options.settings = settings;
  const auto back = decode(codec, *text, back_options);
  if (!back) return back.error().message() + "\n" + *text;
  if (!back->notes().empty()) return "a note: " + std::string(back->notes()[0].text) + "\n" + *text;
  const bool same = same_value(back->root(), value);
  if (same != losses.empty()) {
    return (same ? "a loss that is none: " + losses[0].what : "a loss that is not told") + "\n" +
           *text;
  }
  ++(same ? tally.kept : tally.lossy);
  if (!same) return {};
  options.losses = nullptr;
  const auto again = encode(codec, back->root(), options);
  if (!again || *again != *text) {
    return "no fixed point\n" + *text + "\n---\n" + (again ? *again : again.error().message());
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20000;
  const unsigned long first = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  const CodecRegistry codecs = CodecRegistry::with_builtins();
  constexpr Setting strings[] = {{"types", "strings"}};
  constexpr Setting typed[] = {{"types", "typed"}};
  struct Way {
    std::string_view name;
    std::span<const Setting> settings;
  };
  const Way ways[] = {{"yaml", {}},    {"toml", {}},     {"csv", {}},       {"tsv", {}},
                      {"csv", typed},  {"csv", strings}, {"csv-typed", {}}, {"ndjson", {}},
                      {"msgpack", {}}, {"cbor", {}}};
  std::map<std::string, Tally> tallies;
  for (unsigned long seed = first; seed < first + count; ++seed) {
    const Document generated = support::generate(seed, {.big_numbers = seed % 4 == 0});
    const Document others[] = {support::flat_table(seed), support::without_null(generated.root())};
    const Document* const documents[] = {&generated, &others[0], &others[1]};
    for (const Document* document : documents) {
      for (const Way& way : ways) {
        std::string name(way.name);
        if (!way.settings.empty()) name.append(" ").append(way.settings[0].value);
        const std::string fault =
            fault_of(**codecs.find(way.name), document->root(), way.settings, tallies[name]);
        if (fault.empty()) continue;
        const auto json = json::encode(document->root());
        std::printf("seed %lu, %s: %s\n%s\n", seed, name.c_str(), fault.c_str(),
                    json ? json->c_str() : "");
        return 1;
      }
    }
  }
  for (const auto& [name, tally] : tallies) {
    std::printf("%-12s %8lu kept %8lu lossy and told %8lu refused\n", name.c_str(), tally.kept,
                tally.lossy, tally.refused);
    if (tally.kept == 0) return 1;
  }
  return 0;
}

// payload_conformance.cpp - the public payloads through every graph format, byte by byte.
//
//   payload_conformance [FOLDER]
//   payload_conformance --sizes [FOLDER]   bytes and tokens by our settings, as a table
//
// Exit code 77: the fixtures are not there; with LACONIC_REQUIRE_FIXTURES=1 a failure.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/laconic.hpp>

#include "base/sha256.hpp"
#include "gcf_v1_1.hpp"

namespace {

namespace fs = std::filesystem;
using laconic::Codec;
using laconic::Setting;
using laconic::Value;

// A runner that finds fewer is broken.
constexpr unsigned sized_renderings = 6 * 6;
constexpr unsigned small_renderings = 4 * 6;
constexpr unsigned round_trips = (6 + 4) * 3;

struct Tally {
  unsigned sized = 0;
  unsigned small = 0;
  unsigned back = 0;
  unsigned failed = 0;
};

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void report(Tally& tally, const std::string& what, const std::string& detail) {
  ++tally.failed;
  std::printf("FAILED %s\n%s\n", what.c_str(), detail.c_str());
}

/// Runs of letters, digits, '_' and '.' are one token; so is every other character but blanks.
unsigned count_wordpunct(std::string_view text) {
  unsigned count = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '.';
    const bool starts = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    if (word ? !in_word : (starts && c != ' ' && c != '\n' && c != '\t' && c != '\r')) ++count;
    in_word = word;
  }
  return count;
}

laconic::Result<std::string> render(std::string_view format, Value payload) {
  std::vector<laconic::Loss> losses;
  laconic::EncodeOptions options;
  options.losses = &losses;
  if (format == "gcb") {
    const Setting settings[] = {{"dangling", "compat"}};
    options.settings = settings;
    return encode(laconic::gcb::codec(), payload, options);
  }
  if (format == "xml") {
    const Setting settings[] = {{"style", "knowing"}, {"quotes", "go"}};
    options.settings = settings;
    return encode(laconic::markup::xml_codec(), payload, options);
  }
  if (format == "json") return encode(laconic::markup::payload_json_codec(), payload, options);
  if (format == "legacy_json")
    return encode(laconic::markup::legacy_json_codec(), payload, options);
  if (format == "markdown") return encode(laconic::markup::markdown_codec(), payload, options);
  const auto read = laconic::graph::from_value(payload);
  if (!read) return read.error();
  return laconic::support::gcf_v1_1(*read);
}

std::string hex(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    out += "0123456789abcdef"[static_cast<unsigned char>(c) >> 4];
    out += "0123456789abcdef"[static_cast<unsigned char>(c) & 15];
  }
  return out;
}

/// What a format writes without losses must read back as the same canonical document; with
/// losses it must at least read back.
void run_back(const std::string& name, Value payload, const Codec& codec, Tally& tally) {
  ++tally.back;
  const std::string what = name + " through " + std::string(codec.name);
  std::vector<laconic::Loss> losses;
  laconic::EncodeOptions options;
  options.losses = &losses;
  const auto text = encode(codec, payload, options);
  if (!text) return report(tally, what, text.error().message());
  const auto back = decode(codec, *text);
  if (!back) return report(tally, what, back.error().message());
  const auto canonical = laconic::graph::to_document(*laconic::graph::from_value(payload));
  const bool same = same_value(back->root(), canonical->root());
  if (same != losses.empty()) {
    return report(tally, what, same ? "losses are told, but nothing is lost" : "a silent loss");
  }
  const auto again = encode(codec, back->root(), options);
  if (!again || *again != *text) report(tally, what, "written differently the second time");
}

void run_back_all(const std::string& name, Value payload, Tally& tally) {
  for (const Codec* codec : {&laconic::gcb::codec(), &laconic::markup::payload_json_codec(),
                             &laconic::markup::xml_codec()}) {
    run_back(name, payload, *codec, tally);
  }
}

void run_sized(const fs::path& root, Value expected, Tally& tally) {
  const std::string name(expected.find("case")->string());
  const auto document = laconic::json::decode(read_file(root / (name + ".json")));
  if (!document) return report(tally, name, document.error().message());
  for (const std::string_view format :
       {"gcb", "json", "legacy_json", "gcf_v1_1", "xml", "markdown"}) {
    ++tally.sized;
    const Value row = *expected.find(format);
    const auto text = render(format, document->root());
    const std::string what = name + " as " + std::string(format);
    if (!text) {
      report(tally, what, text.error().message());
      continue;
    }
    const auto size = static_cast<std::uint64_t>(row.find("bytes")->integer());
    const Value tokens = *row.find("tokens_wordpunct");
    if (text->size() != size) {
      report(tally, what, std::to_string(text->size()) + " bytes, not " + std::to_string(size));
    } else if (*laconic::sha256_root(*text) !=
               "sha256:" + std::string(row.find("sha256")->string())) {
      report(tally, what, "another SHA-256");
    } else if (!tokens.is_null() && count_wordpunct(*text) != tokens.integer()) {
      report(tally, what, std::to_string(count_wordpunct(*text)) + " tokens");
    }
  }
  // Today's GCF orders edges differently: same size, other hash.
  const auto gcf =
      laconic::gcf::encode_graph(*laconic::graph::from_value(document->root()), {}, nullptr);
  const auto size = expected.find("gcf_v1_1")->find("bytes")->integer();
  if (!gcf || static_cast<std::int64_t>(gcf->size()) != size) {
    report(tally, name + " as gcf", "another size");
  }
  run_back_all(name, document->root(), tally);
}

void run_small(Value test, Tally& tally) {
  const std::string name(test.find("name")->string());
  const Value payload = *test.find("payload");
  for (const std::string_view format :
       {"gcb", "json", "legacy_json", "gcf_v1_1", "xml", "markdown"}) {
    ++tally.small;
    auto text = render(format, payload);
    const std::string what = name + " as " + std::string(format);
    if (!text) {
      report(tally, what, text.error().message());
      continue;
    }
    const std::string_view expected = test.find(format == "gcb" ? "gcb_hex" : format)->string();
    const std::string found = format == "gcb" ? hex(*text) : *text;
    if (found != expected) {
      report(tally, what, "expected:\n" + std::string(expected) + "\ngot:\n" + found);
    }
  }
  run_back_all(name, payload, tally);
}

/// What users get: default settings, losses allowed.
void print_sizes(const fs::path& root, Value cases) {
  std::printf(
      "| payload | payload-json | compact | gcf | gcb | xml | xml knowing | markdown | goon |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|--:|\n");
  for (const Value& expected : cases.items()) {
    const std::string name(expected.find("case")->string());
    const auto document = laconic::json::decode(read_file(root / (name + ".json")));
    if (!document) continue;
    const auto payload = laconic::graph::from_value(document->root());
    std::vector<laconic::Loss> losses;
    const auto sized = [&](const Codec& codec, Value value, const Setting& one) {
      laconic::EncodeOptions options;
      options.losses = &losses;
      if (!one.name.empty()) options.settings = {&one, 1};
      const auto text = encode(codec, value, options);
      if (!text) return text.error().message();
      return std::to_string(text->size()) +
             (codec.binary ? "" : "/" + std::to_string(count_wordpunct(*text)));
    };
    const auto gcf = laconic::gcf::encode_graph(*payload, {}, &losses);
    const auto response = laconic::goon::from_payload(*payload, &losses);
    const Value root_value = document->root();
    using namespace laconic::markup;
    std::printf("| %s | %s | %s | %zu/%u | %s | %s | %s | %s | %s |\n", name.c_str(),
                sized(payload_json_codec(), root_value, {}).c_str(),
                sized(payload_json_codec(), root_value, {"layout", "compact"}).c_str(), gcf->size(),
                count_wordpunct(*gcf), sized(laconic::gcb::codec(), root_value, {}).c_str(),
                sized(xml_codec(), root_value, {}).c_str(),
                sized(xml_codec(), root_value, {"style", "knowing"}).c_str(),
                sized(markdown_codec(), root_value, {}).c_str(),
                sized(laconic::goon::codec(), response->root(), {}).c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const bool sizes_only = argc > 1 && std::string_view(argv[1]) == "--sizes";
  const int folder = sizes_only ? 2 : 1;
  const fs::path root = argc > folder ? argv[folder] : LACONIC_CONFORMANCE_FIXTURES "/payload";
  if (!fs::is_directory(root)) {
    std::printf("NOT RUN: no fixtures in %s\n", root.string().c_str());
    const char* required = std::getenv("LACONIC_REQUIRE_FIXTURES");
    return required != nullptr && std::string_view(required) == "1" ? 1 : 77;
  }
  Tally tally;
  const auto sizes = laconic::json::decode(read_file(root / "expected-sizes.json"));
  const auto small = laconic::json::decode(read_file(root / "small.json"));
  if (!sizes || !small) {
    std::printf("FAILED: the lists of cases cannot be read\n");
    return 1;
  }
  if (sizes_only) {
    print_sizes(root, sizes->root());
    return 0;
  }
  for (const Value& expected : sizes->root().items())
    run_sized(root, expected, tally);
  for (const Value& test : small->root().items())
    run_small(test, tally);
  std::printf("%u renderings by size and hash, %u by text, %u round trips, %u failed\n",
              tally.sized, tally.small, tally.back, tally.failed);
  const bool complete = tally.sized == sized_renderings && tally.small == small_renderings &&
                        tally.back == round_trips;
  if (!complete) std::printf("the numbers of cases are not those of the suite\n");
  return tally.failed == 0 && complete ? 0 : 1;
}

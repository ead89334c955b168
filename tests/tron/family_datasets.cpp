// family_datasets.cpp - TRON and JTON of the TOON benchmark's datasets: exact token counts, and
// back.
//
//   family_datasets FOLDER
//
// The counts are those of the reference TRON encoder and of JTON's rules in o200k_base. Exit code
// 77: the datasets are not there; with LACONIC_REQUIRE_FIXTURES=1 a failure.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <laconic/json.hpp>
#include <laconic/jton.hpp>
#include <laconic/tokens.hpp>
#include <laconic/tron.hpp>

namespace {

namespace fs = std::filesystem;

struct Expected {
  std::string_view name;
  std::uint64_t tron;
  std::uint64_t jton;
};
constexpr Expected datasets[] = {
    {"analytics", 9118, 10575},     {"event-logs", 94568, 128529}, {"github", 8968, 9861},
    {"keyed", 11148, 15635},        {"nested", 49751, 61876},      {"nested-config", 541, 546},
    {"nested-group", 32824, 39813}, {"tabular", 51072, 61074},
};

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

int main(int argc, char** argv) {
  const fs::path folder = argc > 1 ? argv[1] : "";
  if (!fs::is_directory(folder)) {
    std::puts("NOT RUN: no ../shared/data/toon-bench");
    const char* const required = std::getenv("LACONIC_REQUIRE_FIXTURES");
    return required != nullptr && std::string_view(required) == "1" ? 1 : 77;
  }
  const auto tokenizer = laconic::Tokenizer::builtin("o200k_base");
  if (!tokenizer) return 1;
  unsigned failed = 0;
  for (const Expected& expected : datasets) {
    const auto document =
        laconic::json::decode(read_file(folder / (std::string(expected.name) + ".json")));
    if (!document) return 1;
    const auto json = laconic::json::encode(document->root());
    laconic::tron::EncodeOptions standard;
    standard.classes = laconic::tron::Classes::standard;
    const auto tron = laconic::tron::encode(document->root(), standard);
    const auto cheapest = laconic::tron::encode(document->root());
    const auto jton = laconic::jton::encode(document->root());
    laconic::jton::EncodeOptions bare;
    bare.bare_strings = true;
    const auto jton_bare = laconic::jton::encode(document->root(), bare);
    if (!json || !tron || !cheapest || !jton || !jton_bare) return 1;
    const auto tron_back = laconic::tron::decode(*tron);
    const auto cheapest_back = laconic::tron::decode(*cheapest);
    const auto jton_back = laconic::jton::decode(*jton);
    const auto bare_back = laconic::jton::decode(*jton_bare);
    const std::uint64_t tron_tokens = *tokenizer->count(*tron);
    const std::uint64_t jton_tokens = *tokenizer->count(*jton);
    const bool good = tron_tokens == expected.tron && jton_tokens == expected.jton && tron_back &&
                      cheapest_back && jton_back && bare_back &&
                      laconic::same_value(tron_back->root(), document->root()) &&
                      laconic::same_value(cheapest_back->root(), document->root()) &&
                      laconic::identical(jton_back->root(), document->root()) &&
                      laconic::identical(bare_back->root(), document->root()) &&
                      cheapest->size() <= json->size();
    failed += good ? 0U : 1U;
    std::printf("%-14s tron %6lu (cheapest %6lu), jton %6lu (bare strings %6lu) %s\n",
                expected.name.data(), static_cast<unsigned long>(tron_tokens),
                static_cast<unsigned long>(*tokenizer->count(*cheapest)),
                static_cast<unsigned long>(jton_tokens),
                static_cast<unsigned long>(*tokenizer->count(*jton_bare)), good ? "ok" : "FAILED");
  }
  std::printf("%zu datasets, %u failed\n", std::size(datasets), failed);
  return failed == 0 ? 0 : 1;
}

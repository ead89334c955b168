// toon_round_trip.cpp - generated documents through TOON and back, in every delimiter.
//
//   toon_round_trip COUNT [FIRST]
#include <cstdio>
#include <cstdlib>
#include <string>

#include <laconic/json.hpp>
#include <laconic/toon.hpp>

#include "generate.hpp"

namespace {

using laconic::toon::Delimiter;

/// Empty when all is well.
std::string fault_of(const laconic::Document& document) {
  for (const Delimiter delimiter : {Delimiter::comma, Delimiter::tab, Delimiter::pipe}) {
    laconic::toon::EncodeOptions options;
    options.delimiter = delimiter;
    options.indent_size = delimiter == Delimiter::pipe ? 3 : 2;
    const auto text = laconic::toon::encode(document.root(), options);
    if (!text) return text.error().message();
    laconic::toon::DecodeOptions back_options;
    back_options.indent_size = options.indent_size;
    const auto back = laconic::toon::decode(*text, back_options);
    if (!back) return back.error().message() + "\n" + *text;
    if (!laconic::same_value(back->root(), document.root())) return "another value\n" + *text;
    const auto direct = laconic::toon::to_json(*text, back_options);
    const auto json = laconic::json::encode(back->root());
    if (!direct || !json || *direct != *json) return "to_json differs from decode\n" + *text;
    const auto again = laconic::toon::encode(back->root(), options);
    if (!again || *again != *text) return "no fixed point\n" + *text;
    // What is strictly valid has nothing to recover from.
    back_options.lenient = true;
    const auto lenient = laconic::toon::decode(*text, back_options);
    if (!lenient || !laconic::identical(lenient->root(), back->root()) ||
        !lenient->notes().empty()) {
      return "read otherwise when lenient\n" + *text;
    }
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20000;
  const unsigned long first = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  for (unsigned long seed = first; seed < first + count; ++seed) {
    const laconic::Document document = laconic::support::generate(seed, {.big_numbers = true});
    const std::string fault = fault_of(document);
    if (fault.empty()) continue;
    const auto json = laconic::json::encode(document.root());
    std::printf("seed %lu: %s\n%s\n", seed, fault.c_str(), json ? json->c_str() : "");
    return 1;
  }
  std::printf("%lu documents came back\n", count);
  return 0;
}

// json_family_round_trip.cpp - generated documents through TRON and JTON and back, in every
// setting.
//
//   json_family_round_trip COUNT [FIRST]
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <laconic/json.hpp>
#include <laconic/jton.hpp>
#include <laconic/tron.hpp>

#include "generate.hpp"

namespace {

using laconic::Document;
using laconic::Value;

/// What comes back from `text`, strictly and not; empty when all is well.
template <class Decode>
std::string fault_of(Value value, const std::string& text, bool in_order, Decode decode) {
  for (const bool lenient : {false, true}) {
    const auto back = decode(text, lenient);
    if (!back) return back.error().message() + "\n" + text;
    if (!laconic::same_value(back->root(), value)) return "another value\n" + text;
    if (in_order && !laconic::identical(back->root(), value)) return "another order\n" + text;
    if (!back->notes().empty()) return "notes about what was written\n" + text;
  }
  return {};
}

std::string tron_fault(const Document& document, std::size_t json_size) {
  using namespace laconic::tron;
  for (const Classes classes : {Classes::cheapest, Classes::standard, Classes::never}) {
    for (const KeyOrder order : {KeyOrder::free, KeyOrder::exact}) {
      EncodeOptions options;
      options.classes = classes;
      options.key_order = order;
      const auto text = encode(document.root(), options);
      if (!text) return text.error().message();
      const auto read = [](const std::string& from, bool lenient) {
        DecodeOptions back;
        back.lenient = lenient;
        return decode(from, back);
      };
      std::string fault = fault_of(document.root(), *text, order == KeyOrder::exact, read);
      if (!fault.empty()) return fault;
      if (classes != Classes::standard && text->size() > json_size)
        return "longer than JSON\n" + *text;
      // Objects that took the order of their class may be met in another order the next time,
      // and classes get other names; then it must have settled.
      const auto again = encode(read(*text, false)->root(), options);
      if (!again || (order == KeyOrder::exact && *again != *text))
        return "no fixed point\n" + *text;
      const auto settled = encode(read(*again, false)->root(), options);
      if (!settled || *settled != *again) return "it does not settle\n" + *again;
    }
  }
  return {};
}

std::string jton_fault(const Document& document) {
  using namespace laconic::jton;
  for (const Delimiter delimiter : {Delimiter::comma, Delimiter::tab, Delimiter::pipe}) {
    for (unsigned bits = 0; bits < 16; ++bits) {
      EncodeOptions options;
      options.delimiter = delimiter;
      options.row_count = (bits & 1) == 0;
      options.bare_strings = (bits & 2) != 0;
      options.implicit_null = (bits & 4) != 0;
      options.unquoted_keys = (bits & 8) != 0;
      const auto text = encode(document.root(), options);
      if (document.root().depth() > max_nesting) {
        if (text || text.error().code != laconic::Errc::depth_exceeded)
          return "too deep, and written";
        return {};
      }
      if (!text) return text.error().message();
      const auto read = [](const std::string& from, bool lenient) {
        DecodeOptions back;
        back.lenient = lenient;
        return decode(from, back);
      };
      std::string fault = fault_of(document.root(), *text, true, read);
      if (!fault.empty()) return fault;
      const auto again = encode(read(*text, false)->root(), options);
      if (!again || *again != *text) return "no fixed point\n" + *text;
    }
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20000;
  const unsigned long first = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  unsigned long with_classes = 0;
  unsigned long with_grids = 0;
  for (unsigned long seed = first; seed < first + count; ++seed) {
    const Document document = laconic::support::generate(seed, {.big_numbers = true});
    const auto json = laconic::json::encode(document.root());
    if (!json) return 1;
    std::string fault = tron_fault(document, json->size());
    if (fault.empty()) fault = jton_fault(document);
    if (!fault.empty()) {
      std::printf("seed %lu: %s\n%s\n", seed, fault.c_str(), json->c_str());
      return 1;
    }
    with_classes += laconic::tron::encode(document.root())->starts_with("class ") ? 1U : 0U;
    const auto grids = laconic::jton::encode(document.root());
    with_grids += grids && laconic::jton::codec().sniff(*grids) > 0 ? 1U : 0U;
  }
  std::printf("%lu documents came back, %lu with classes, %lu with grids\n", count, with_classes,
              with_grids);
  // Documents without classes and grids would prove nothing.
  return with_classes * 20 > count && with_grids * 20 > count ? 0 : 1;
}

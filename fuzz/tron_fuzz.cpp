// tron_fuzz.cpp - any bytes as TRON: refused with a place, or read and written back.
#include <string>

#include <laconic/json.hpp>
#include <laconic/tron.hpp>

#include "fuzz_target.hpp"

using namespace laconic;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  tron::DecodeOptions lenient_options;
  lenient_options.lenient = true;
  const auto strict = tron::decode(text);
  const auto lenient = tron::decode(text, lenient_options);
  if (strict) {
    require(lenient.ok() && lenient->notes().empty(), "lenient differs from strict");
    require(identical(strict->root(), lenient->root()), "lenient reads something else");
  } else {
    require(strict.error().offset <= size, "an error points behind the text");
    require(!describe("input", text, strict.error()).empty(), "an error without a report");
    if (lenient) require(!lenient->notes().empty(), "lenient reads in silence what strict refuses");
  }
  if (!lenient) {
    require(lenient.error().offset <= size, "an error points behind the text");
    return 0;
  }
  const auto json = json::encode(lenient->root());
  require(json.ok(), "what was read cannot be written as JSON");
  for (const auto classes :
       {tron::Classes::cheapest, tron::Classes::standard, tron::Classes::never}) {
    for (const auto order : {tron::KeyOrder::free, tron::KeyOrder::exact}) {
      tron::EncodeOptions options;
      options.classes = classes;
      options.key_order = order;
      const auto wire = tron::encode(lenient->root(), options);
      require(wire.ok(), "what was read cannot be written");
      require(classes == tron::Classes::standard || wire->size() <= json->size(),
              "longer than minified JSON");
      const auto back = tron::decode(*wire);
      require(back.ok(), "what was written cannot be read");
      require(order == tron::KeyOrder::exact ? identical(back->root(), lenient->root())
                                             : same_value(back->root(), lenient->root()),
              "another value comes back");
      // Objects in the order of their class may give classes other names, once.
      const auto again = tron::encode(back->root(), options);
      require(again.ok() && (order == tron::KeyOrder::free || *again == *wire), "no fixed point");
      const auto settled = tron::decode(*again);
      require(settled.ok() && *tron::encode(settled->root(), options) == *again, "no end to it");
    }
  }
  return 0;
}

// toon_fuzz.cpp - any bytes as TOON: refused with a place, or read and written back.
#include <string>

#include <laconic/json.hpp>
#include <laconic/toon.hpp>

#include "fuzz_target.hpp"

using namespace laconic;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  toon::DecodeOptions lenient_options;
  lenient_options.lenient = true;
  const auto strict = toon::decode(text);
  const auto lenient = toon::decode(text, lenient_options);
  for (const bool is_lenient : {false, true}) {
    const auto& document = is_lenient ? lenient : strict;
    Document notes;
    const auto direct =
        toon::to_json(text, is_lenient ? lenient_options : toon::DecodeOptions{}, &notes);
    require(direct.ok() == document.ok(), "to_json and decode disagree");
    if (document) {
      require(*direct == *json::encode(document->root()), "to_json writes something else");
      require(notes.notes().size() == document->notes().size(), "to_json notes something else");
    } else {
      require(direct.error().offset == document.error().offset &&
                  direct.error().code == document.error().code,
              "to_json has another error");
    }
  }
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
  for (const auto delimiter :
       {toon::Delimiter::comma, toon::Delimiter::tab, toon::Delimiter::pipe}) {
    toon::EncodeOptions options;
    options.delimiter = delimiter;
    const auto wire = toon::encode(lenient->root(), options);
    require(wire.ok(), "what was read cannot be written");
    const auto back = toon::decode(*wire);
    require(back.ok(), "what was written cannot be read");
    require(same_value(back->root(), lenient->root()), "another value comes back");
    require(*toon::encode(back->root(), options) == *wire, "no fixed point");
  }
  return 0;
}

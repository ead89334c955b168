// jton_fuzz.cpp - any bytes as JTON: refused with a place, or read and written back.
#include <string>

#include <laconic/jton.hpp>

#include "fuzz_target.hpp"

using namespace laconic;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  DecodeOptions lenient_options;
  lenient_options.lenient = true;
  const auto strict = jton::decode(text);
  const auto lenient = jton::decode(text, lenient_options);
  if (strict) {
    // NaN and infinities are a loss in both modes.
    require(lenient.ok() && lenient->notes().size() == strict->notes().size(),
            "lenient differs from strict");
    require(identical(strict->root(), lenient->root()), "lenient reads something else");
    for (const Note& note : strict->notes())
      require(note.type == Note::Type::loss, "a strict reader repairs");
  } else {
    require(strict.error().offset <= size, "an error points behind the text");
    require(!describe("input", text, strict.error()).empty(), "an error without a report");
    if (lenient) require(!lenient->notes().empty(), "lenient reads in silence what strict refuses");
  }
  if (!lenient) {
    require(lenient.error().offset <= size, "an error points behind the text");
    return 0;
  }
  for (unsigned bits = 0; bits < 8; ++bits) {
    jton::EncodeOptions options;
    options.delimiter = bits < 3   ? jton::Delimiter::comma
                        : bits < 6 ? jton::Delimiter::tab
                                   : jton::Delimiter::pipe;
    options.row_count = (bits & 1) == 0;
    options.bare_strings = (bits & 2) != 0;
    options.implicit_null = (bits & 4) != 0;
    options.unquoted_keys = (bits & 1) != 0;
    const auto wire = jton::encode(lenient->root(), options);
    require(wire.ok(), "what was read cannot be written");
    const auto back = jton::decode(*wire);
    require(back.ok(), "what was written cannot be read");
    require(back->notes().empty(), "what was written is read with notes");
    require(identical(back->root(), lenient->root()), "another value comes back");
    require(*jton::encode(back->root(), options) == *wire, "no fixed point");
  }
  return 0;
}

// gcf_fuzz.cpp - any bytes as GCF: refused with a place, or read and written back.
#include <algorithm>
#include <string>

#include <laconic/gcf.hpp>

#include "direct_json.hpp"
#include "fixed_point.hpp"
#include "fuzz_target.hpp"
#include "plain_gcf.hpp"

using namespace laconic;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  DecodeOptions lenient_options;
  lenient_options.lenient = true;
  DecodeOptions complete_options;
  complete_options.complete = true;
  auto strict = gcf::decode(text);
  auto lenient = gcf::decode(text, lenient_options);
  auto complete = gcf::decode(text, complete_options);
  require(support::check_to_json(text, {}, strict).empty(), "to_json differs");
  require(support::check_to_json(text, lenient_options, lenient).empty(),
          "lenient to_json differs");
  require(support::check_to_json(text, complete_options, complete).empty(),
          "complete to_json differs");
  const auto repaired = [](const Document& doc) {
    return std::any_of(doc.notes().begin(), doc.notes().end(),
                       [](const Note& note) { return note.type == Note::Type::repair; });
  };
  if (!strict) {
    require(strict.error().offset <= size, "an error points behind the text");
    require(!describe("input", text, strict.error()).empty(), "an error without a report");
    require(!complete.ok(), "complete accepts what strict refuses");
    if (lenient) require(repaired(*lenient), "lenient reads in silence what strict refuses");
  } else {
    require(lenient.ok() && !repaired(*lenient), "lenient differs from strict");
    require(identical(strict->root(), lenient->root()), "lenient reads something else");
    require(!complete.ok() || identical(strict->root(), complete->root()),
            "complete reads something else");
  }
  if (!lenient) {
    require(lenient.error().offset <= size, "an error points behind the text");
    return 0;
  }
  auto wire = gcf::encode(lenient->root());
  require(wire.ok(), "what was read cannot be written");
  require(*wire == support::plain_gcf(lenient->root()), "differs from the obvious writer");
  const std::string wrong = support::check_fixed_point(lenient->root(), *wire);
  require(wrong.empty(), wrong);
  return 0;
}

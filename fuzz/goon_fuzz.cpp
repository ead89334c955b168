// goon_fuzz.cpp - any bytes as GOON: refused with a place, or read; what is written stays as it is.
#include <string>

#include <laconic/goon.hpp>
#include <laconic/json.hpp>

#include "fuzz_target.hpp"

using namespace laconic;
using fuzz::require;

namespace {

/// What the writer makes of any GraphResponse can be read and, told of no loss, written again.
void check_response(Value response) {
  std::vector<Loss> losses;
  goon::EncodeOptions options;
  options.losses = &losses;
  const auto wire = goon::encode(response, options);
  if (!wire) return;
  bool odd = false;  // names that the text does not delimit
  for (const Loss& loss : losses)
    odd = odd || loss.what.find("cannot be told from what stands") != std::string::npos;
  const auto back = goon::decode(*wire);
  require(back.ok() || odd, "what was written cannot be read");
  if (!back || !losses.empty()) return;
  const auto again = goon::encode(back->root());
  require(again.ok() && *again == *wire, "no fixed point");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  // A text of JSON is input of the writer.
  if (const auto json = json::decode(text)) {
    check_response(json->root());
    static_cast<void>(goon::to_payload(json->root()));
    return 0;
  }
  goon::DecodeOptions lenient_options;
  lenient_options.lenient = true;
  const auto strict = goon::decode(text);
  const auto lenient = goon::decode(text, lenient_options);
  if (strict) {
    require(lenient.ok() && identical(strict->root(), lenient->root()), "lenient differs");
  } else {
    require(strict.error().offset <= size, "an error points behind the text");
    require(!describe("input", text, strict.error()).empty(), "an error without a report");
    if (lenient) require(!lenient->notes().empty(), "lenient reads in silence what strict refuses");
  }
  goon::DecodeOptions texts;
  texts.numbers = false;
  require(goon::decode(text, texts).ok() == strict.ok(), "the option for numbers decides");
  if (lenient) check_response(lenient->root());
  return 0;
}

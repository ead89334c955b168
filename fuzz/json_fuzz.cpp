// json_fuzz.cpp - any bytes as JSON: refused with a place, or read and written back.
#include <laconic/json.hpp>

#include "fuzz_target.hpp"
#include "plain_json.hpp"

using namespace laconic;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  auto doc = json::decode(text);
  if (!doc) {
    require(doc.error().offset <= size, "an error points behind the text");
    require(!describe("input", text, doc.error()).empty(), "an error without a report");
    return 0;
  }
  auto minified = json::encode(doc->root());
  require(minified.ok(), "what was read cannot be written");
  require(*minified == support::plain_json(doc->root()), "differs from the obvious writer");
  auto again = json::decode(*minified);
  require(again.ok() && identical(again->root(), doc->root()), "minified JSON changed the value");
  EncodeOptions options;
  options.indent = 1 + static_cast<unsigned>(size % 4);
  auto pretty = json::encode(doc->root(), options);
  require(pretty.ok(), "pretty JSON is refused");
  again = json::decode(*pretty);
  require(again.ok() && identical(again->root(), doc->root()), "pretty JSON changed the value");
  return 0;
}

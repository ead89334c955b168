// payload_xml_fuzz.cpp - any bytes as the XML of payloads: refused with a place, or read and
// written back.
#include <string>

#include <laconic/markup.hpp>

#include "fuzz_target.hpp"

using namespace laconic;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const Codec& codec = markup::xml_codec();
  DecodeOptions lenient_options;
  lenient_options.lenient = true;
  const auto strict = decode(codec, text);
  const auto lenient = decode(codec, text, lenient_options);
  if (strict) {
    require(lenient.ok() && lenient->notes().empty(), "lenient differs from strict");
    require(identical(strict->root(), lenient->root()), "lenient reads something else");
  } else {
    require(strict.error().offset <= size, "an error points behind the text");
    require(!describe("input", text, strict.error()).empty(), "an error without a report");
    if (lenient) require(!lenient->notes().empty(), "lenient reads in silence what strict refuses");
  }
  if (!lenient) return 0;
  const auto wire = encode(codec, lenient->root());
  require(wire.ok(), "what was read cannot be written without losses");
  const auto back = decode(codec, *wire);
  require(back.ok(), "what was written cannot be read");
  require(identical(back->root(), lenient->root()), "another payload comes back");
  require(*encode(codec, back->root()) == *wire, "no fixed point");
  const auto payload = markup::decode_xml(*wire);
  require(payload.ok(), "no payload");
  for (const bool go : {false, true}) {
    markup::XmlOptions options;
    options.style = markup::XmlStyle::knowing;
    options.go_quotes = go;
    require(markup::encode_xml(*payload, options).ok(), "the knowing style fails");
  }
  require(markup::encode_markdown(*payload).ok(), "Markdown fails");
  const auto json = encode(markup::payload_json_codec(), lenient->root());
  require(json.ok(), "no JSON");
  const auto again = decode(markup::payload_json_codec(), *json);
  require(again.ok() && same_value(again->root(), lenient->root()), "JSON says something else");
  return 0;
}

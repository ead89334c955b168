// gcb_fuzz.cpp - any bytes as GCB1: refused with a place, or read and written back.
#include <string>

#include <laconic/gcb.hpp>

#include "fuzz_target.hpp"

using namespace laconic;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = fuzz::text_of(data, size);
  DecodeOptions lenient_options;
  lenient_options.lenient = true;
  const auto strict = decode(gcb::codec(), bytes);
  const auto lenient = decode(gcb::codec(), bytes, lenient_options);
  if (strict) {
    require(lenient.ok() && lenient->notes().empty(), "lenient differs from strict");
    require(identical(strict->root(), lenient->root()), "lenient reads something else");
  } else {
    require(strict.error().offset <= size, "an error points behind the bytes");
    if (lenient) require(!lenient->notes().empty(), "lenient reads in silence what strict refuses");
  }
  if (!lenient) return 0;
  const auto payload = gcb::decode(bytes, lenient_options);
  require(payload.ok(), "a document without a payload");
  std::vector<Loss> losses;
  gcb::EncodeOptions options;
  options.losses = &losses;
  const auto wire = gcb::encode(*payload, options);
  require(wire.ok(), "what was read cannot be written");
  const auto back = gcb::decode(*wire);
  require(back.ok(), "what was written cannot be read");
  // Only numbers outside the tables come back as another word.
  require((*back == *payload) == losses.empty(), "losses are told wrongly");
  if (strict && losses.empty()) {
    bool twice = false;  // of equal names the last one is named by edges
    for (std::size_t i = 0; i < payload->symbols.size() && !twice; ++i) {
      for (std::size_t j = 0; j < i && !twice; ++j)
        twice = payload->symbols[i].qualified_name == payload->symbols[j].qualified_name;
    }
    require(twice || *wire == bytes, "strict input is written differently");
  }
  require(*gcb::encode(*back, options) == *wire, "no fixed point");
  return 0;
}

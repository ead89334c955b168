// everyday_fuzz.hpp - what holds for every everyday format: refused with a place, or read and
// written.
#pragma once

#include <string>
#include <vector>

#include <laconic/codec.hpp>

#include "fuzz_target.hpp"

namespace laconic::fuzz {

/// What was read in one format is written in it, unless it refuses or tells a loss, and read back.
inline void check_everyday(const Codec& codec, const std::uint8_t* data, std::size_t size,
                           std::span<const Setting> settings = {}) {
  const std::string_view text = text_of(data, size);
  static_cast<void>(codec.sniff(text.substr(0, 4096)));
  DecodeOptions options;
  options.settings = settings;
  const auto strict = decode(codec, text, options);
  if (!strict) {
    require(strict.error().offset <= size, "an error points behind the text");
    require(!describe("input", text, strict.error()).empty(), "an error without a report");
    options.lenient = true;
  }
  const auto document = decode(codec, text, options);
  if (!document) return;
  std::vector<Loss> losses;
  EncodeOptions out;
  out.settings = settings;
  out.losses = &losses;
  const auto wire = encode(codec, document->root(), out);
  if (!wire) {
    require(
        wire.error().code == Errc::not_representable || wire.error().code == Errc::depth_exceeded,
        "what was read cannot be written");
    return;
  }
  require(!codec.lossless || losses.empty(), "a lossless format reports a loss");
  options.lenient = false;
  const auto back = decode(codec, *wire, options);
  require(back.ok(), "what was written cannot be read");
  require(same_value(back->root(), document->root()) == losses.empty(), "a loss is not told");
  if (losses.empty()) {
    require(back->notes().empty(), "a note about our own text");
    require(*encode(codec, back->root(), out) == *wire, "no fixed point");
  }
}

}  // namespace laconic::fuzz

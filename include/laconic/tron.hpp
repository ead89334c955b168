// tron.hpp - TRON (Token Reduced Object Notation): JSON with classes for repeated key lists.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic::tron {

/// Which key lists become classes.
enum class Classes : std::uint8_t {
  cheapest,  ///< those that save bytes, so that the text is never longer than minified JSON
  standard,  ///< two keys or more, twice or more, as the reference library does
  never,     ///< none: JSON
};

enum class KeyOrder : std::uint8_t {
  free,   ///< objects with the same keys share a class, and take its order
  exact,  ///< every object keeps its order
};

/// Settings: `classes` (cheapest, default, never) and `key_order` (free, exact).
struct EncodeOptions : laconic::EncodeOptions {
  Classes classes = Classes::cheapest;
  KeyOrder key_order = KeyOrder::free;
};

/// `lenient` accepts reserved words as names of properties, and repeated keys in an object, of
/// which the last value counts; each becomes a Note.
struct DecodeOptions : laconic::DecodeOptions {
  /// More classes than this are limit_exceeded, as are more properties of all classes together,
  /// inherited ones counted again. Writers make no more than these defaults.
  std::uint32_t max_classes = 65536;
  std::uint32_t max_properties = 1048576;
};

[[nodiscard]] LACONIC_API Result<std::string> encode(Value value,
                                                     const EncodeOptions& options = {});

/// Reads a document. Strict unless `options.lenient`.
[[nodiscard]] LACONIC_API Result<Document> decode(std::string_view text,
                                                  const DecodeOptions& options = {});

[[nodiscard]] LACONIC_API const Codec& codec() noexcept;

/// A codec with options of your own, for use wherever a Codec is taken. Settings of a call win.
struct LACONIC_API ConfiguredCodec : Codec {
  ConfiguredCodec(const EncodeOptions& own_encode, const DecodeOptions& own_decode) noexcept;
  EncodeOptions encode_options;
  DecodeOptions decode_options;
};

}  // namespace laconic::tron

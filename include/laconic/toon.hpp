// toon.hpp - TOON (Token-Oriented Object Notation) 4.4.
#pragma once

#include <string>
#include <string_view>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic::toon {

/// What stands between values; every header of a document names it.
enum class Delimiter : char { comma = ',', tab = '\t', pipe = '|' };

struct EncodeOptions : laconic::EncodeOptions {
  Delimiter delimiter = Delimiter::comma;
  /// Spaces per level, 1 to 16.
  unsigned indent_size = 2;
};

struct DecodeOptions : laconic::DecodeOptions {
  /// Spaces per level. `lenient` allows exactly the five recoveries of TOON's non-strict
  /// mode; each becomes a Note.
  unsigned indent_size = 2;
};

/// Writes `value` in the one form that TOON lays down for its shape. Numbers are exact, also
/// beyond 2^53; a number beyond binary64 is written as it was spelled.
[[nodiscard]] LACONIC_API Result<std::string> encode(Value value,
                                                     const EncodeOptions& options = {});

/// Reads a document. Strict unless `options.lenient`.
[[nodiscard]] LACONIC_API Result<Document> decode(std::string_view text,
                                                  const DecodeOptions& options = {});

/// Minified JSON of what the text says, without a document in between.
[[nodiscard]] LACONIC_API Result<std::string> to_json(std::string_view text,
                                                      const DecodeOptions& options = {},
                                                      Document* notes = nullptr);

[[nodiscard]] LACONIC_API const Codec& codec() noexcept;

/// A codec with options of your own, for use wherever a Codec is taken.
struct LACONIC_API ConfiguredCodec : Codec {
  ConfiguredCodec(const EncodeOptions& own_encode, const DecodeOptions& own_decode) noexcept;
  EncodeOptions encode_options;
  DecodeOptions decode_options;
};

}  // namespace laconic::toon

// jton.hpp - JTON 1.0: JSON with grids, and a few comforts for those who write by hand.
#pragma once

#include <string>
#include <string_view>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic::jton {

/// What stands between the cells of a grid.
enum class Delimiter : char { comma = ',', tab = '\t', pipe = '|' };

/// JTON refuses deeper nesting, in both directions.
inline constexpr unsigned max_nesting = 256;

/// Each one is also a setting of the same name; yes or no for those that are bool.
struct EncodeOptions : laconic::EncodeOptions {
  Delimiter delimiter = Delimiter::comma;
  bool row_count = true;       ///< `[2: a; ..` or `[: a; ..`
  bool bare_strings = false;   ///< cells that look like identifiers without quotes
  bool implicit_null = false;  ///< null cells as nothing
  bool unquoted_keys = false;  ///< keys of objects that are identifiers without quotes
};

/// `lenient` ignores the number of rows, pads short rows with null, takes any text in a cell for
/// a string, and repeated keys in an object, of which the last value counts; each becomes a
/// Note. NaN and infinities are null, with a note of that loss, also for strict readers.
using DecodeOptions = laconic::DecodeOptions;

/// Arrays of two or more objects with the same keys in the same order become grids. Fails with
/// depth_exceeded beyond `max_nesting`.
[[nodiscard]] LACONIC_API Result<std::string> encode(Value value,
                                                     const EncodeOptions& options = {});

/// Reads a document. Strict unless `options.lenient`.
[[nodiscard]] LACONIC_API Result<Document> decode(std::string_view text,
                                                  const DecodeOptions& options = {});

[[nodiscard]] LACONIC_API const Codec& codec() noexcept;

/// A codec with options of your own, for use wherever a Codec is taken. Settings of a call win.
struct LACONIC_API ConfiguredCodec : Codec {
  explicit ConfiguredCodec(const EncodeOptions& own_encode) noexcept;
  EncodeOptions encode_options;
};

}  // namespace laconic::jton

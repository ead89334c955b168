// csv.hpp - CSV (RFC 4180), TSV, and CSV that keeps types.
#pragma once

#include <string>
#include <string_view>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic::csv {

/// What a cell means.
enum class Types : unsigned char {
  inferred,  ///< a column of nothing but canonical numbers (or true/false) has that type
  strings,   ///< every cell is a string
  typed,     ///< in quotes a string, bare a number, true, false or null
};

struct DecodeOptions : laconic::DecodeOptions {
  char separator = ',';  ///< ',' or a tab
  Types types = Types::inferred;
};

struct EncodeOptions : laconic::EncodeOptions {
  char separator = ',';  ///< ',' or a tab
  /// How the text is going to be read: what that would not give back is a loss.
  Types types = Types::inferred;
  bool ragged_null = false;  ///< a missing member is written like null, instead of refused
  bool nested_json = false;  ///< a container is written as JSON text, instead of refused
};

/// Reads a header row and records: an array of objects. Rows of another width are
/// row_width_mismatch; `lenient` fills them up, or cuts them, with a note. A bare empty cell is
/// null, except where every cell is a string.
[[nodiscard]] LACONIC_API Result<Document> decode(std::string_view text,
                                                  const DecodeOptions& options = {});

/// Writes an array of flat objects with the same keys, or an object whose only value is one;
/// anything else is not_representable. Call it with `losses`, or through laconic::encode: what
/// reading back would not give is told there.
[[nodiscard]] LACONIC_API Result<std::string> encode(Value value,
                                                     const EncodeOptions& options = {});

[[nodiscard]] LACONIC_API const Codec& codec() noexcept;        ///< "csv"
[[nodiscard]] LACONIC_API const Codec& tsv_codec() noexcept;    ///< "tsv"
[[nodiscard]] LACONIC_API const Codec& typed_codec() noexcept;  ///< "csv-typed", lossless

}  // namespace laconic::csv

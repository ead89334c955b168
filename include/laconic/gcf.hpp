// gcf.hpp - GCF (Graph Compact Format), generic profile.
#pragma once

#include <string>
#include <string_view>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic::gcf {

/// Which readers the text is for.
enum class Spec : unsigned char {
  v3_5,  ///< no constant columns
  v3_6,  ///< constant columns in tables
};

enum class Layout : unsigned char {
  canonical,  ///< the one form the specification lays down
  compact,    ///< the fewest bytes that every conforming reader still understands
};

struct EncodeOptions : laconic::EncodeOptions {
  Spec spec = Spec::v3_6;
  Layout layout = Layout::canonical;
  /// Write nested objects of fixed shape as path columns (`"customer>name"`).
  bool flatten = true;
  /// Write the nearest binary64 for numbers with more digits than it keeps, instead
  /// of refusing them (out_of_range).
  bool round_numbers = false;
};

/// Writes `value`. Fails with out_of_range on a number outside int64 and binary64,
/// which belongs into a string.
[[nodiscard]] LACONIC_API Result<std::string> encode(Value value,
                                                     const EncodeOptions& options = {});

/// Writes an array of flat objects with one sub-table per value of `group` (GCF 3.6
/// value grouping). `key` identifies a record. The order of records is lost on
/// purpose, so this is never chosen automatically. Fails with not_representable
/// when the array is not such a set.
[[nodiscard]] LACONIC_API Result<std::string> encode_grouped(Value array, std::string_view key,
                                                             std::string_view group,
                                                             const EncodeOptions& options = {});

/// Reads a generic-profile payload, buffered or streamed. Strict: every violation
/// is an error with GCF's own name. With `options.lenient` the slips that language
/// models make are repaired where the value is beyond doubt; see Document::notes.
/// With `options.complete` a stream without its trailer, or a text whose last line
/// has no end, is refused (unexpected_end).
[[nodiscard]] LACONIC_API Result<Document> decode(std::string_view text,
                                                  const DecodeOptions& options = {});

/// What `json::encode(decode(text))` gives, in one pass and without a document: twice as
/// fast, in a fraction of the memory. `notes`, when given, receives a null document with
/// the repairs and warnings.
[[nodiscard]] LACONIC_API Result<std::string> to_json(std::string_view text,
                                                      const DecodeOptions& options = {},
                                                      Document* notes = nullptr);

[[nodiscard]] LACONIC_API const Codec& codec() noexcept;

/// A codec that writes with options of your own, for use wherever a Codec is taken.
struct LACONIC_API ConfiguredCodec : Codec {
  explicit ConfiguredCodec(const EncodeOptions& own) noexcept;
  EncodeOptions options;
};

}  // namespace laconic::gcf

// json.hpp - JSON, strictly RFC 8259.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic::json {

/// Reads one JSON text. Numbers keep their spelling, a repeated key is refused
/// (duplicate_key), and so are invalid UTF-8, lone surrogates and anything after
/// the value. `lenient` and `complete` change nothing: a JSON text is complete or
/// invalid.
[[nodiscard]] LACONIC_API Result<Document> decode(std::string_view text,
                                                  const DecodeOptions& options = {});

/// Bytes that decode_padded reads behind the text.
inline constexpr std::size_t padding = 64;

/// As `decode`, without the copy of the text: values refer to it, so it must stay as it is
/// for as long as the document lives. A NUL must stand behind it, and `padding` bytes in
/// all must be readable there.
///
///     text.reserve(text.size() + laconic::json::padding);
///     auto doc = laconic::json::decode_padded(text);
///
[[nodiscard]] LACONIC_API Result<Document> decode_padded(std::string_view text,
                                                         const DecodeOptions& options = {});

/// Reads many texts, batch by batch, in memory that is used again: several times faster than
/// `decode` for each when they are short, such as the lines of NDJSON. One reader belongs to
/// one thread.
class LACONIC_API RecordReader {
 public:
  explicit RecordReader(const DecodeOptions& options = {});
  RecordReader(RecordReader&& other) noexcept;
  RecordReader& operator=(RecordReader&& other) noexcept;
  ~RecordReader();

  /// Valid until the next call.
  struct Batch {
    std::span<const Value> values;  ///< of the texts in front of the first mistake
    const Error* error = nullptr;   ///< what `decode` says of texts[values.size()]
  };
  [[nodiscard]] Batch read(std::span<const std::string_view> texts);

 private:
  struct Impl;
  Impl* impl_;
};

/// Writes minified JSON, or with `options.indent` spaces per level. A number is
/// written as its source spelled it.
[[nodiscard]] LACONIC_API Result<std::string> encode(Value value,
                                                     const EncodeOptions& options = {});

[[nodiscard]] LACONIC_API const Codec& codec() noexcept;

}  // namespace laconic::json

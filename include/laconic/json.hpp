// json.hpp - JSON, strictly RFC 8259.
#pragma once

#include <cstddef>
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

/// Writes minified JSON, or with `options.indent` spaces per level. A number is
/// written as its source spelled it.
[[nodiscard]] LACONIC_API Result<std::string> encode(Value value,
                                                     const EncodeOptions& options = {});

[[nodiscard]] LACONIC_API const Codec& codec() noexcept;

}  // namespace laconic::json

// cbor.hpp - CBOR (RFC 8949).
#pragma once

#include <string>
#include <string_view>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic::cbor {

/// Reads one data item; bytes behind it are refused. What a document cannot hold becomes a note of
/// a loss: a byte string is base64 text, a tag is left out, a key that is no string is its text,
/// undefined, NaN and infinities are null. Other simple values are not_representable.
[[nodiscard]] LACONIC_API Result<Document> decode(std::string_view bytes,
                                                  const DecodeOptions& options = {});

/// Writes the preferred (shortest) form of each value, lengths always definite. A big number that
/// is no integer from -2^64 to 2^64-1 is not_representable.
[[nodiscard]] LACONIC_API Result<std::string> encode(Value value,
                                                     const EncodeOptions& options = {});

[[nodiscard]] LACONIC_API const Codec& codec() noexcept;

}  // namespace laconic::cbor

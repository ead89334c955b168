// msgpack.hpp - MessagePack.
#pragma once

#include <string>
#include <string_view>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic::msgpack {

/// Reads one value; bytes behind it are refused. What a document cannot hold becomes a note of a
/// loss: bytes and extensions are base64 text, a timestamp is RFC 3339 text, a key that is no
/// string is its text, NaN and infinities are null.
[[nodiscard]] LACONIC_API Result<Document> decode(std::string_view bytes,
                                                  const DecodeOptions& options = {});

/// Writes the smallest form of each value; binary32 where it is exact. An integer outside int64 and
/// uint64, and any other big number, is not_representable.
[[nodiscard]] LACONIC_API Result<std::string> encode(Value value,
                                                     const EncodeOptions& options = {});

[[nodiscard]] LACONIC_API const Codec& codec() noexcept;

}  // namespace laconic::msgpack

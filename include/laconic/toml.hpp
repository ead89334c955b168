// toml.hpp - TOML 1.0.
#pragma once

#include <string>
#include <string_view>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic::toml {

/// Reads a document. Tables keep the order in which their keys are first mentioned. Dates and times
/// become RFC 3339 text, inf and nan null; both are noted as losses.
[[nodiscard]] LACONIC_API Result<Document> decode(std::string_view text,
                                                  const DecodeOptions& options = {});

/// Writes an object. Within a table, plain values come before sub-tables, because TOML has it so:
/// the order of keys may change, the value does not. null, and numbers beyond int64 and binary64,
/// are not_representable.
[[nodiscard]] LACONIC_API Result<std::string> encode(Value value,
                                                     const EncodeOptions& options = {});

[[nodiscard]] LACONIC_API const Codec& codec() noexcept;

}  // namespace laconic::toml

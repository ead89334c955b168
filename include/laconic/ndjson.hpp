// ndjson.hpp - NDJSON, also called JSON Lines: one JSON text per line.
#pragma once

#include <string>
#include <string_view>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic::ndjson {

/// Reads an array of the records. Blank lines are skipped; every other line is one JSON text, and
/// errors say where in the whole text they are. For records that should not all be in memory see
/// json::RecordReader.
[[nodiscard]] LACONIC_API Result<Document> decode(std::string_view text,
                                                  const DecodeOptions& options = {});

/// Writes the elements of an array, a line each, without a line end behind the last; any other
/// value is not_representable.
[[nodiscard]] LACONIC_API Result<std::string> encode(Value value,
                                                     const EncodeOptions& options = {});

[[nodiscard]] LACONIC_API const Codec& codec() noexcept;

}  // namespace laconic::ndjson

// yaml.hpp - YAML 1.2, core schema.
#pragma once

#include <string>
#include <string_view>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic::yaml {

/// What a text with several documents is.
enum class Documents : unsigned char {
  one,    ///< an error
  array,  ///< an array of the documents, also when there is one or none
};

struct DecodeOptions : laconic::DecodeOptions {
  Documents documents = Documents::one;
};

/// Reads with the types of the core schema: `yes`, `on` and dates are strings. Aliases and merge
/// keys are expanded, up to a million values; that, tags of other schemas, keys that are no
/// strings, and infinities (null) are noted as losses. Comments are no data.
[[nodiscard]] LACONIC_API Result<Document> decode(std::string_view text,
                                                  const DecodeOptions& options = {});

/// Writes block style with an indentation of two spaces and no line end behind the last line. A
/// string is in double quotes where a reader of YAML 1.1 or 1.2 would take it for something else.
[[nodiscard]] LACONIC_API Result<std::string> encode(Value value,
                                                     const EncodeOptions& options = {});

[[nodiscard]] LACONIC_API const Codec& codec() noexcept;

}  // namespace laconic::yaml

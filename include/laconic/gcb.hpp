// gcb.hpp - GCB1: code-graph payloads in bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>
#include <laconic/graph.hpp>

namespace laconic::gcb {

/// What becomes of an edge that names a symbol which is not there: GCB1 has indexes only.
enum class Dangling : std::uint8_t {
  drop,    ///< left out, and told
  error,   ///< not_representable
  compat,  ///< points at the first symbol, as known dumps do, and told
};

struct EncodeOptions : laconic::EncodeOptions {
  Dangling dangling = Dangling::drop;
};

/// Writes a payload. What GCB1 has no place for (pack_root, digits beyond binary32, words
/// outside its tables, distances beyond 255, the status "unchanged") is told in
/// `options.losses`, one counted sentence each; without a list it goes untold here, while
/// laconic::encode refuses. Fails with out_of_range on numbers beyond binary32.
[[nodiscard]] LACONIC_API Result<std::string> encode(const graph::Payload& payload,
                                                     const EncodeOptions& options = {});

/// Reads a payload. `lenient` accepts bytes behind the end, numbers longer than needed and
/// unknown states of an edge; through the codec each becomes a Note.
[[nodiscard]] LACONIC_API Result<graph::Payload> decode(std::string_view bytes,
                                                        const DecodeOptions& options = {});

[[nodiscard]] LACONIC_API const Codec& codec() noexcept;

}  // namespace laconic::gcb

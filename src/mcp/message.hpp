// message.hpp - one JSON-RPC message: its parts, and what it is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mcp/json_spans.hpp"

namespace laconic::mcp {

/// The parts of a message as views into its line.
struct Message {
  enum class Kind : std::uint8_t {
    other,  ///< not a message that is understood: forwarded
    request,
    notification,
    result,
    error,
    batch,
    noise,  ///< no JSON object or array at all
  };
  Kind kind = Kind::other;
  std::string_view text;    ///< without the line end
  std::string_view id;      ///< the value's bytes
  std::string_view method;  ///< the value's bytes, in quotes
  std::string_view params;
  std::string_view result;
  mutable LongStrings long_strings;  ///< of this line

  /// Looks at the outermost members of a line.
  [[nodiscard]] static Message of(std::string_view line) noexcept;
};

/// What two ids have to share to be the same: type and value. Spelled as JSON with no escapes but
/// those that it demands.
[[nodiscard]] std::string id_key(std::string_view id);

}  // namespace laconic::mcp

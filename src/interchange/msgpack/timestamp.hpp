// timestamp.hpp - moments as RFC 3339 text.
#pragma once

#include <cstdint>
#include <string>

namespace laconic::interchange {

/// "2024-02-29T12:00:00.5Z" of seconds since 1970; empty outside the years 0 to 9999 and for
/// nanoseconds beyond a second.
[[nodiscard]] std::string rfc3339(std::int64_t seconds, std::uint64_t nanoseconds);

}  // namespace laconic::interchange

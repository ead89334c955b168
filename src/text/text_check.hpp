// text_check.hpp - what every reader asks of a text before it looks at it.
#pragma once

#include <cstdint>
#include <string_view>

#include <laconic/error.hpp>

namespace laconic {

/// Fails with size_exceeded above `max_bytes`, or where offsets of 32 bits end.
[[nodiscard]] Result<Done> check_size(std::string_view text, std::uint64_t max_bytes);

/// `check_size`, and invalid_utf8 with the place where the text stops being UTF-8.
[[nodiscard]] Result<Done> check_text(std::string_view text, std::uint64_t max_bytes);

}  // namespace laconic

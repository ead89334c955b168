// utf8.hpp - is this UTF-8, and if not, where does it stop being so?
#pragma once

#include <cstddef>
#include <string_view>

namespace laconic {

[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

/// Offset of the first byte that is not part of a well-formed character; the size of
/// the text when there is none. Slow: for the failure path.
[[nodiscard]] std::size_t first_bad_utf8(std::string_view text) noexcept;

/// Stores the character as UTF-8 and returns the end; `out` needs four bytes.
char* put_utf8(char* out, char32_t character) noexcept;

}  // namespace laconic

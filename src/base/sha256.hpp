// sha256.hpp - SHA-256 as the roots of snapshots spell it.
#pragma once

#include <string>
#include <string_view>

#include <laconic/error.hpp>

namespace laconic {

/// "sha256:" and 64 lower-case hexadecimal digits.
[[nodiscard]] Result<std::string> sha256_root(std::string_view bytes);

}  // namespace laconic

// base64.hpp - reads base64, as rank files spell bytes.
#pragma once

#include <string>
#include <string_view>

namespace laconic::tokens {

/// Appends what `text` spells; false when it is not base64 with its padding, or empty.
[[nodiscard]] bool append_base64(std::string_view text, std::string& out);

}  // namespace laconic::tokens

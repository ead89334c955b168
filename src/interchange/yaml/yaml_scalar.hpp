// yaml_scalar.hpp - what plain scalars mean (YAML 1.2, core schema), and which strings need quotes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace laconic::yaml {

enum class Meaning : std::uint8_t { string, null, boolean, number, not_finite, too_long };

struct Resolved {
  Meaning meaning = Meaning::string;
  bool truth = false;
};

/// What a plain scalar means. For a number, `json` receives its spelling in JSON; a hexadecimal
/// or octal one beyond 64 bits is too_long.
[[nodiscard]] Resolved resolve(std::string_view text, std::string& json);

/// Whether the string may be written without quotes, on one line of block style, and is then a
/// string to readers of YAML 1.2 and 1.1.
[[nodiscard]] bool is_plain_string(std::string_view text) noexcept;

/// Offset of the first character that YAML does not allow in a text, or npos. The text is UTF-8.
[[nodiscard]] std::size_t find_unprintable(std::string_view text) noexcept;

}  // namespace laconic::yaml

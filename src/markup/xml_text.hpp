// xml_text.hpp - characters of XML 1.0 and how attributes and text spell them.
#pragma once

#include <string_view>

#include "base/output.hpp"

namespace laconic::markup {

/// The next character of well-formed UTF-8, taken off `text`.
[[nodiscard]] char32_t take_character(std::string_view& text) noexcept;

/// Whether XML 1.0 has the character at all, raw or as a reference.
[[nodiscard]] bool is_xml_character(char32_t character) noexcept;

[[nodiscard]] bool is_xml_text(std::string_view text) noexcept;

/// With entities for & < > " and references for tab and line breaks, which a reader would
/// take for spaces.
void put_attribute(Output& out, std::string_view text);

/// With entities for & < > " only.
void put_text(Output& out, std::string_view text);

/// As Go's %q would: backslashes, and < and & as they are.
void put_go_quoted(Output& out, std::string_view text);

}  // namespace laconic::markup

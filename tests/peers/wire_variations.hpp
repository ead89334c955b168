// wire_variations.hpp - changes of the text of a graph payload, legal and illegal, by name.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace laconic::peers {

/// Names that start with "decode-" stand for known differences between the libraries; the
/// others must be read, or refused, by both.
[[nodiscard]] std::span<const std::string_view> known_variations() noexcept;

/// The text with these changes, in this order. A change that finds nothing to change is none.
[[nodiscard]] std::string vary_wire(const std::string& wire,
                                    const std::vector<std::string>& variations);

}  // namespace laconic::peers

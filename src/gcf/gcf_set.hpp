// gcf_set.hpp - cells of keyed sets as text, and what their header may hold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/delta.hpp>

namespace laconic::gcf {

/// A scalar as a cell; not_representable or out_of_range.
[[nodiscard]] Result<Cell> cell_of(const Value& value);

/// The cell as a row has it: quoted when it must be.
[[nodiscard]] std::string wire_text(const Cell& cell);

/// The cell as the root sees it: a string always in quotes.
[[nodiscard]] std::string canonical_text(const Cell& cell);

/// Equal cells have equal text, and only they do.
[[nodiscard]] std::string identity_text(const Cell& cell);

/// Where each of `wanted` stands in `given`; false when these are not the same names.
[[nodiscard]] bool find_places(const std::vector<std::string>& wanted,
                               const std::vector<std::string>& given,
                               std::vector<std::size_t>& places);

/// Appends " name=value"; not_representable for a value that cannot stand in a header.
[[nodiscard]] Result<Done> put_field(std::string& out, std::string_view name,
                                     std::string_view value);

/// 100 * (1 - part / whole), halves to even.
[[nodiscard]] std::int64_t savings_percent(std::uint64_t part, std::uint64_t whole);

}  // namespace laconic::gcf

// flat_table.hpp - arrays of flat records from a seed, full of cells that look like others.
#pragma once

#include <cstdint>

#include <laconic/value.hpp>

namespace laconic::support {

/// One to six columns, one to eight rows; most columns lean to one kind of cell.
[[nodiscard]] Document flat_table(std::uint64_t seed);

/// An object around the value, without any null: what TOML can hold.
[[nodiscard]] Document without_null(Value value);

}  // namespace laconic::support

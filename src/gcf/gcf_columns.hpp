// gcf_columns.hpp - the columns a table header declares, as the reader keeps them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <laconic/value.hpp>

namespace laconic::gcf {

/// A reader need not take more columns than this (ours does not): such records are
/// written without a table.
inline constexpr std::size_t max_columns = 65536;

/// One entry of `{...}`.
struct Column {
  detail::KeyRef key;
  const char* at = nullptr;  // in the text
  Value constant;
  bool is_constant = false;
  bool is_identity = false;  // written with '@' in front
  bool is_path = false;      // "a>b": a leaf of a nested object
  std::uint32_t cell = 0;    // which cell of a row holds it; unused for a constant
};

/// What a record is put together from, in member order. Path columns with one head form
/// a tree; everything else is a leaf at the top.
///
///     {id,"a>x","a>y>z",b=1}   id, a(x, y(z)), b
///
struct PlanNode {
  detail::KeyRef key;
  std::int32_t cell;              // of a leaf; -1: constant or inner node
  std::int32_t column;            // of a constant; -1 otherwise
  std::uint32_t first_child = 0;  // indices into the plan; 0 is none
  std::uint32_t last_child = 0;
  std::uint32_t next = 0;  // sibling
  // Of an inner node whose children are leaves in neighbouring cells: their object's
  // shape when none is missing, and the first of those cells.
  const detail::Shape* leaf_shape = nullptr;
  std::uint32_t first_cell = 0;
  std::uint32_t leaf_count = 0;
};

/// The columns of one table.
struct Columns {
  std::vector<Column> columns;
  std::vector<PlanNode> plan;  // node 0 is the record itself
  std::uint32_t cells = 0;     // cells of a row
  std::uint32_t levels = 0;    // of nesting that the paths add to a record
  bool flat = true;            // cells are the members, in order
  bool has_constant = false;
  // Bytes of JSON that a record has beside its cells, when it is simple: no constants, no
  // names to escape, and at most one level of paths with their leaves side by side. Else 0.
  std::size_t frame_bytes = 0;
  const detail::Shape* shape = nullptr;     // of a flat record without a missing cell
  std::vector<std::uint32_t> cell_columns;  // which column each cell belongs to
  struct NamedCell {
    std::uint32_t key_id;
    std::uint32_t cell;
  };
  std::vector<NamedCell> cells_by_key;  // sorted by key

  [[nodiscard]] const Column& column_of(std::uint32_t cell) const noexcept {
    return columns[cell_columns[cell]];
  }
  /// The cell of the column with this key, or -1.
  [[nodiscard]] std::int32_t find_cell(std::uint32_t key_id) const noexcept {
    const auto found = std::lower_bound(
        cells_by_key.begin(), cells_by_key.end(), key_id,
        [](const NamedCell& named, std::uint32_t id) { return named.key_id < id; });
    if (found == cells_by_key.end() || found->key_id != key_id) return -1;
    return static_cast<std::int32_t>(found->cell);
  }
};

}  // namespace laconic::gcf

// toon_table.hpp - which objects make a table, and its columns (TOON 9.3, 9.5).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include <laconic/value.hpp>

#include "value/store.hpp"

namespace laconic::toon {

/// The columns of a table: those of its first record, in that order.
struct Columns {
  const detail::Shape* shape = nullptr;
  bool flat = true;             ///< no column is a group
  std::vector<Columns> groups;  ///< one per column; without a shape for a plain column
};

/// Finds out whether objects are uniform: not empty, with the same keys in any order, and in
/// every column only scalars or only uniform objects.
class TableFinder {
 public:
  /// False when the records make no table.
  bool find(const Value* records, std::size_t count, Columns& columns);
  /// For each column its place in a record of this shape; null when the places are the same.
  [[nodiscard]] const std::uint32_t* places(const Columns& columns, const detail::Shape* shape);

 private:
  struct ShapePair {
    const detail::Shape* columns;
    const detail::Shape* record;
    bool operator==(const ShapePair&) const = default;
  };
  struct Hash {
    std::size_t operator()(const ShapePair& pair) const noexcept {
      return std::hash<const void*>()(pair.columns) * 31 + std::hash<const void*>()(pair.record);
    }
  };
  /// Empty when the keys are not the same.
  const std::vector<std::uint32_t>& match(const detail::Shape* columns,
                                          const detail::Shape* record);

  std::unordered_map<ShapePair, std::vector<std::uint32_t>, Hash> matches_;
};

}  // namespace laconic::toon

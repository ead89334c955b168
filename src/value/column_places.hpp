// column_places.hpp - where the columns of a table stand in the objects that are its rows.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "value/store.hpp"

namespace laconic::detail {

/// Rows mostly have the same key list, and objects with the same key list are asked once.
class ColumnPlaces {
 public:
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  /// False when there is a column of this name already.
  bool add(std::string_view name) { return numbers_.emplace(name, numbers_.size()).second; }

  /// By column, in the order of `add`: the position of the member, or `nowhere`.
  const std::vector<std::size_t>& of(const Value& row) {
    const Shape* const shape = ValueAccess::shape(row);
    if (shape == shape_) return places_;
    shape_ = shape;
    places_.assign(numbers_.size(), nowhere);
    others_ = nowhere;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto found = numbers_.find(row.key(i));
      if (found != numbers_.end()) {
        places_[found->second] = i;
      } else if (others_ == nowhere) {
        others_ = i;
      }
    }
    return places_;
  }
  /// After `of`: the first member that is no column, or `nowhere`.
  [[nodiscard]] std::size_t first_other() const noexcept { return others_; }

 private:
  std::unordered_map<std::string_view, std::size_t> numbers_;
  std::vector<std::size_t> places_;
  std::size_t others_ = nowhere;
  const Shape* shape_ = nullptr;
};

}  // namespace laconic::detail

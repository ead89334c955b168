// toon_table.cpp - uniform objects.
#include "toon/toon_table.hpp"

namespace laconic::toon {

using detail::Shape;
using detail::ValueAccess;

const std::vector<std::uint32_t>& TableFinder::match(const Shape* columns, const Shape* record) {
  const auto [entry, is_new] = matches_.try_emplace({columns, record});
  std::vector<std::uint32_t>& places = entry->second;
  if (!is_new || columns->size != record->size) return places;
  std::unordered_map<std::uint32_t, std::uint32_t> by_key;
  by_key.reserve(record->size);
  for (std::uint32_t i = 0; i < record->size; ++i)
    by_key.emplace(record->keys[i].id, i);
  places.reserve(columns->size);
  for (std::uint32_t i = 0; i < columns->size; ++i) {
    const auto found = by_key.find(columns->keys[i].id);
    if (found == by_key.end()) {
      places.clear();
      break;
    }
    places.push_back(found->second);
  }
  return places;
}

const std::uint32_t* TableFinder::places(const Columns& columns, const Shape* shape) {
  return shape == columns.shape ? nullptr : match(columns.shape, shape).data();
}

bool TableFinder::find(const Value* records, std::size_t count, Columns& columns) {
  if (count == 0 || !records[0].is_object() || records[0].size() == 0) return false;
  columns.shape = ValueAccess::shape(records[0]);
  unsigned children = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Value& record = records[i];
    if (!record.is_object()) return false;
    const Shape* shape = ValueAccess::shape(record);
    if (shape != columns.shape && match(columns.shape, shape).empty()) return false;
    children |= ValueAccess::children(record);
  }
  if ((children & (detail::child_array | detail::child_empty_object)) != 0) return false;
  columns.flat = (children & detail::child_filled_object) == 0;
  if (columns.flat) return true;
  columns.groups.resize(columns.shape->size);
  std::vector<Value> group;
  for (std::uint32_t c = 0; c < columns.shape->size; ++c) {
    const bool is_group = records[0].values()[c].is_object();
    group.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t* at = places(columns, ValueAccess::shape(records[i]));
      const Value& cell = records[i].values()[at == nullptr ? c : at[c]];
      if (cell.is_object() != is_group) return false;
      if (is_group) group.push_back(cell);
    }
    if (is_group && !find(group.data(), group.size(), columns.groups[c])) return false;
  }
  return true;
}

}  // namespace laconic::toon

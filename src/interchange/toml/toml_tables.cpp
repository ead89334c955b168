// toml_tables.cpp - finding members, and tables as values.
#include "interchange/toml/toml_tables.hpp"

namespace laconic::toml {
namespace {

// Up to this many entries, looking at all of them beats a hash.
constexpr std::size_t few_entries = 16;

}  // namespace

Entry* Table::find(std::string_view key) noexcept {
  if (index.empty()) {
    for (Entry& entry : entries) {
      if (entry.key == key) return &entry;
    }
    return nullptr;
  }
  const auto found = index.find(key);
  return found == index.end() ? nullptr : &entries[found->second];
}

Entry& Table::add(std::string_view key) {
  entries.push_back({key, Value()});
  if (entries.size() == few_entries) {
    for (std::uint32_t i = 0; i < few_entries; ++i)
      index.emplace(entries[i].key, i);
  } else if (entries.size() > few_entries) {
    index.emplace(key, static_cast<std::uint32_t>(entries.size() - 1));
  }
  return entries.back();
}

Table& Tables::make(Origin origin, unsigned depth) {
  Table& table = tables_.emplace_back();
  table.origin = origin;
  table.depth = depth;
  return table;
}

std::vector<Table*>& Tables::make_array() {
  return arrays_.emplace_back();
}

bool Tables::value_of(const Table& table, Value& out) {
  std::vector<Value> values;
  values.reserve(table.entries.size());
  detail::ShapeCursor cursor = maker_.shapes().begin();
  for (const Entry& entry : table.entries) {
    // Keys are known to differ.
    static_cast<void>(maker_.shapes().step(cursor, entry.key.data(), entry.key.size()));
    Value value = entry.value;
    if (entry.table != nullptr) {
      if (!value_of(*entry.table, value)) return false;
    } else if (entry.array != nullptr) {
      std::vector<Value> records;
      for (const Table* record : *entry.array) {
        if (!value_of(*record, records.emplace_back())) return false;
      }
      value = maker_.array(records.data(), records.size());
    }
    values.push_back(value);
  }
  const detail::Shape* const shape = maker_.shapes().finish(cursor);
  // Without memory for a key the shape is shorter.
  out = maker_.object(shape != nullptr && shape->size == values.size() ? shape : nullptr,
                      values.data());
  return maker_.ok();
}

}  // namespace laconic::toml

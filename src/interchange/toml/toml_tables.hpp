// toml_tables.hpp - tables in the making: TOML may come back to one until the text ends.
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <laconic/value.hpp>

#include "value/store.hpp"

namespace laconic::toml {

struct Table;

/// A member of a table.
struct Entry {
  std::string_view key;  ///< padded, lives as long as the document
  Value value;           ///< when neither of the following is set
  Table* table = nullptr;
  std::vector<Table*>* array = nullptr;  ///< of tables, made by [[headers]]
};

/// How a table came to be decides who may add to it.
enum class Origin : std::uint8_t { implied, header, dotted, closed };

struct Table {
  Origin origin = Origin::implied;
  unsigned depth = 1;
  std::vector<Entry> entries;
  std::unordered_map<std::string_view, std::uint32_t> index;  ///< of many entries

  [[nodiscard]] Entry* find(std::string_view key) noexcept;
  /// A key that is not there yet.
  Entry& add(std::string_view key);
};

/// Owns tables, and makes values of them.
class Tables {
 public:
  explicit Tables(detail::TreeMaker& maker) : maker_(maker) {}

  Table& make(Origin origin, unsigned depth);
  std::vector<Table*>& make_array();
  /// False: see TreeMaker::error. Recursion is bounded by the depth of the tables.
  bool value_of(const Table& table, Value& out);

 private:
  detail::TreeMaker& maker_;
  std::deque<Table> tables_;
  std::deque<std::vector<Table*>> arrays_;
};

}  // namespace laconic::toml

// gcf_table.hpp - what a set of objects looks like as a table: columns and their forms.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <laconic/value.hpp>

#include "value/store.hpp"

namespace laconic::gcf {

/// How a field of the records is written.
enum class Form : std::uint8_t {
  column,     ///< one cell; nested values as attachments below the row
  constant,   ///< in the header, no cell (GCF 7.4.7)
  flattened,  ///< one cell per leaf of the nested object (GCF 7.4.6)
  extra,      ///< never a cell: the name contains '>' (GCF 7.4.6.1)
};

/// A key of objects that are flattened together although their keys differ; its children
/// follow it in the list.
struct UnionNode {
  detail::KeyRef key;
  std::uint32_t leaves;  ///< columns of this node
  std::uint32_t size;    ///< nodes of this subtree, with this one
};

struct Field {
  detail::KeyRef key;
  Form form = Form::column;
  Value constant;

  // What the records hold in this field.
  std::uint8_t seen = 0;           ///< which containers occur (Children)
  std::uint32_t present = 0;       ///< records that have it
  std::uint32_t objects = 0;       ///< records that have a non-empty object in it
  std::uint8_t grandchildren = 0;  ///< what those objects hold (Children)
  bool one_shape = true;           ///< those objects have the same keys in the same order
  bool hollow = false;             ///< some of those objects have no scalar but null

  /// The shape of those objects; of a shared schema, the one that all items have.
  const detail::Shape* shape = nullptr;
  std::uint32_t leaves = 0;       ///< columns of a flattened field
  bool inline_schema = false;     ///< objects as positional bodies (GCF 7.4.5.1)
  std::size_t declaring_row = 0;  ///< the row that lists the names of those bodies
  bool shared_schema = false;     ///< arrays name their columns once (GCF 7.4.5.3)
  std::vector<detail::KeyRef> shared_columns;
  /// Compact layout: the columns of a field flattened although its objects differ.
  std::vector<UnionNode> union_plan;
  /// Compact layout: the columns that row 0 declared for the arrays of this field.
  std::string shared_header;
};

/// A set of objects about to be written as rows: an array's items, or the values of a
/// keyed map. Kept and reused by the writer, so that a table costs no allocation.
struct Table {
  std::span<const Value> rows;
  std::vector<Field> fields;  ///< the union of keys in order of first sight
  bool plain = false;         ///< every field is a column of scalars only
  bool any_extra = false;     ///< some field is no column
  /// Fields that have cells, and fields that may need a body below the row.
  std::vector<std::uint32_t> cell_fields;
  std::vector<std::uint32_t> body_fields;

  /// Where each field of a record of some shape stands in it, and which field each of its
  /// values belongs to, for recent shapes.
  static constexpr std::size_t cached_shapes = 16;
  const detail::Shape* cached[cached_shapes] = {};
  std::uint32_t cached_rows[cached_shapes] = {};  ///< records not yet added to `present`
  std::size_t stride = 0;                         ///< entries per shape in the two lists below
  std::vector<std::int32_t> positions;            ///< by field; -1 is absent
  std::vector<std::uint32_t> value_fields;        ///< by place in the record

  /// To be called when the form of a field has changed.
  void list_fields();
};

/// A row of a table whose fields' places are known.
struct Row {
  std::span<const Value> values;
  const std::int32_t* positions;
  /// The field's value, or nullptr.
  [[nodiscard]] const Value* field(std::size_t index) const noexcept {
    return positions[index] < 0 ? nullptr : &values[static_cast<std::size_t>(positions[index])];
  }
};

struct TableRules {
  bool flatten = true;
  bool constants = false;  ///< the table may have constant columns
};

[[nodiscard]] bool contains_path_separator(const detail::KeyRef& key) noexcept;

/// Finds out what tables need to know. One analyst serves one document.
class TableAnalyst {
 public:
  /// Fills `table` for these records, of which at least one has a key without '>'.
  void analyse(Table& table, std::span<const Value> rows, const TableRules& rules);
  /// Places the fields of a record in its table.
  [[nodiscard]] Row place(Table& table, const Value& record) {
    const detail::Shape* shape = detail::ValueAccess::shape(record);
    const std::size_t slot = shape->id % Table::cached_shapes;
    if (table.cached[slot] != shape) [[unlikely]]
      learn(table, shape);
    return {record.values(), table.positions.data() + slot * table.stride};
  }
  /// The ordered union of the keys of `records`.
  void union_of(std::span<const Value> records, std::vector<detail::KeyRef>& out);
  /// Compact layout: one set of columns for objects with different keys. Empty when
  /// some object could not be read back, or would change the order of its members.
  void union_plan(Table& table, std::size_t index, std::vector<UnionNode>& plan);
  /// Are all objects of this field flat and of one shape?
  [[nodiscard]] bool is_positional(Table& table, std::size_t index);
  /// Do these objects have a column at all?
  [[nodiscard]] bool has_column(std::span<const Value> records) const noexcept;

 private:
  void forget_shapes(Table& table, std::size_t fields);
  void learn(Table& table, const detail::Shape* shape);
  void survey(Table& table);
  void survey_containers(Table& table, const Value& record, std::size_t slot);
  void count_presence(Table& table, std::size_t slot);
  void find_constants(Table& table);
  void choose_nested_form(Table& table, std::size_t index, const TableRules& rules);
  [[nodiscard]] const Value& first_object(Table& table, std::size_t index);
  [[nodiscard]] bool flattens(const std::vector<Value>& objects, std::uint32_t& leaves);
  void check_shared_schema(Table& table, std::size_t index);
  [[nodiscard]] bool add_union(const std::vector<Value>& objects, std::vector<UnionNode>& plan,
                               std::uint32_t& leaves);
  void number_fields(const Table& table);
  [[nodiscard]] bool first_sight(const detail::Shape* shape);

  struct Mark {
    std::uint32_t stamp;
    std::uint32_t index;
  };
  std::vector<Mark> key_marks_;             // by key: field index, valid for one stamp
  std::vector<std::uint32_t> shape_marks_;  // by shape: stamp of the last sight
  std::uint32_t stamp_ = 0;
  const Table* numbered_ = nullptr;        // whose fields key_marks_ holds now
  std::vector<Value> objects_;             // scratch
  std::vector<std::uint32_t> candidates_;  // scratch: fields that may be constant
  std::vector<detail::KeyRef> union_;
};

}  // namespace laconic::gcf

// gcf_table.cpp - from records to columns: union, constants, flattening, shared schemas.
//
// All questions are answered by comparing shape pointers wherever possible; values are
// only looked at for fields that hold nested values or might be constant.
#include "gcf/gcf_table.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "gcf/gcf_columns.hpp"
#include "text/simd.hpp"

namespace laconic::gcf {

using detail::KeyRef;
using detail::Shape;
using detail::ValueAccess;

namespace {

std::uint32_t key_index(const KeyRef& key) noexcept {
  return key.id & ~detail::plain_key_bit;
}

/// All leaves of the object are null: flattened, it would read back as null.
bool all_leaves_null(const Value& object) noexcept {
  const unsigned children = ValueAccess::children(object);
  if ((children & detail::child_scalar) != 0) return false;
  if ((children & detail::any_container) == 0) return true;
  const auto values = object.values();
  return std::all_of(values.begin(), values.end(), [](const Value& v) {
    return v.is_null() || (v.is_object() && all_leaves_null(v));
  });
}

/// Equality of scalars as they would be written, by their spelling where that decides.
bool same_scalar(const Value& a, const Value& b) {
  if (a.kind() != b.kind()) {
    // From 2^53 on, an integer and an equal real are written differently.
    return same_value(a, b) && a.kind() != Kind::string && std::fabs(a.real()) < 0x1p53;
  }
  const bool spelled = a.is_string() || (a.is_number() && ValueAccess::has_canonical_text(a) &&
                                         ValueAccess::has_canonical_text(b));
  if (!spelled) return same_value(a, b);
  return a.size() == b.size() && simd::equal(ValueAccess::text(a), ValueAccess::text(b), a.size());
}

}  // namespace

bool contains_path_separator(const KeyRef& key) noexcept {
  return std::memchr(key.data, '>', key.size) != nullptr;
}

bool TableAnalyst::first_sight(const Shape* shape) {
  if (shape->id >= shape_marks_.size()) {
    shape_marks_.resize(std::max<std::size_t>(shape->store->shapes.shape_count(), shape->id + 1));
    key_marks_.resize(shape->store->shapes.key_count());
  }
  if (shape_marks_[shape->id] == stamp_) return false;
  shape_marks_[shape->id] = stamp_;
  return true;
}

bool TableAnalyst::has_column(std::span<const Value> records) const noexcept {
  const Shape* last = nullptr;
  for (const Value& record : records) {
    const Shape* shape = ValueAccess::shape(record);
    if (shape == last) continue;
    last = shape;
    if (std::any_of(shape->keys, shape->keys + shape->size,
                    [](const KeyRef& key) { return !contains_path_separator(key); })) {
      return true;
    }
  }
  return false;
}

void TableAnalyst::union_of(std::span<const Value> records, std::vector<KeyRef>& out) {
  out.clear();
  ++stamp_;
  numbered_ = nullptr;
  const Shape* last = nullptr;
  const Shape* last_but_one = nullptr;
  for (const Value& record : records) {
    const Shape* shape = ValueAccess::shape(record);
    if (shape == last || shape == last_but_one) continue;
    last_but_one = last;
    last = shape;
    if (!first_sight(shape)) continue;
    for (std::uint32_t i = 0; i < shape->size; ++i) {
      Mark& mark = key_marks_[key_index(shape->keys[i])];
      if (mark.stamp == stamp_) continue;
      mark = {stamp_, static_cast<std::uint32_t>(out.size())};
      out.push_back(shape->keys[i]);
    }
  }
}

void TableAnalyst::number_fields(const Table& table) {
  key_marks_.resize(ValueAccess::shape(table.rows[0])->store->shapes.key_count());
  ++stamp_;
  for (std::size_t i = 0; i < table.fields.size(); ++i) {
    key_marks_[key_index(table.fields[i].key)] = {stamp_, static_cast<std::uint32_t>(i)};
  }
  numbered_ = &table;
}

/// Empties the cache of shapes and makes it wide enough for so many fields.
void TableAnalyst::forget_shapes(Table& table, std::size_t fields) {
  for (std::size_t slot = 0; slot < Table::cached_shapes; ++slot)
    count_presence(table, slot);
  std::fill(std::begin(table.cached), std::end(table.cached), nullptr);
  table.stride = std::max<std::size_t>(16, std::bit_ceil(fields));
  table.positions.resize(Table::cached_shapes * table.stride);
  table.value_fields.resize(Table::cached_shapes * table.stride);
}

/// Notes where the fields of records of this shape stand; keys never seen become fields.
void TableAnalyst::learn(Table& table, const Shape* shape) {
  if (numbered_ != &table) number_fields(table);
  for (std::uint32_t i = 0; i < shape->size; ++i) {
    Mark& mark = key_marks_[key_index(shape->keys[i])];
    if (mark.stamp == stamp_) continue;
    mark = {stamp_, static_cast<std::uint32_t>(table.fields.size())};
    Field& field = table.fields.emplace_back();
    field.key = shape->keys[i];
    if (contains_path_separator(field.key)) field.form = Form::extra;
  }
  if (table.fields.size() > table.stride) forget_shapes(table, table.fields.size());
  const std::size_t slot = shape->id % Table::cached_shapes;
  count_presence(table, slot);
  std::int32_t* positions = table.positions.data() + slot * table.stride;
  std::uint32_t* fields = table.value_fields.data() + slot * table.stride;
  std::fill(positions, positions + table.stride, -1);
  for (std::uint32_t i = 0; i < shape->size; ++i) {
    fields[i] = key_marks_[key_index(shape->keys[i])].index;
    positions[fields[i]] = static_cast<std::int32_t>(i);
  }
  table.cached[slot] = shape;
}

void TableAnalyst::count_presence(Table& table, std::size_t slot) {
  if (table.cached_rows[slot] == 0) return;
  const std::uint32_t* fields = table.value_fields.data() + slot * table.stride;
  for (std::uint32_t i = 0; i < table.cached[slot]->size; ++i) {
    table.fields[fields[i]].present += table.cached_rows[slot];
  }
  table.cached_rows[slot] = 0;
}

/// One pass over all records: which fields there are, in order of first sight (GCF 7.4.3),
/// who has them, and what is nested in them.
void TableAnalyst::survey(Table& table) {
  table.fields.clear();
  forget_shapes(table, 0);
  number_fields(table);
  for (const Value& record : table.rows) {
    static_cast<void>(place(table, record));
    const std::size_t slot = ValueAccess::shape(record)->id % Table::cached_shapes;
    ++table.cached_rows[slot];
    if ((ValueAccess::children(record) & detail::any_container) != 0) {
      survey_containers(table, record, slot);
    }
  }
  for (std::size_t slot = 0; slot < Table::cached_shapes; ++slot)
    count_presence(table, slot);
}

void TableAnalyst::survey_containers(Table& table, const Value& record, std::size_t slot) {
  const std::uint32_t* fields = table.value_fields.data() + slot * table.stride;
  for (const Value& v : record.values()) {
    const std::uint32_t index = *fields++;
    if (v.is_scalar()) continue;
    Field& field = table.fields[index];
    if (v.is_array()) {
      field.seen |= detail::child_array;
      continue;
    }
    if (v.size() == 0) {
      field.seen |= detail::child_empty_object;
      continue;
    }
    const Shape* shape = ValueAccess::shape(v);
    const unsigned children = ValueAccess::children(v);
    if (field.objects++ == 0) field.shape = shape;
    field.seen |= detail::child_filled_object;
    field.grandchildren |= static_cast<std::uint8_t>(children);
    field.one_shape &= shape == field.shape;
    field.hollow |= (children & detail::child_scalar) == 0;
  }
}

/// GCF 7.4.7: fields that are the same scalar in every record.
void TableAnalyst::find_constants(Table& table) {
  const std::size_t count = table.rows.size();
  if (count < 2) return;
  candidates_.clear();
  std::size_t ordinary = 0;
  for (std::size_t i = 0; i < table.fields.size(); ++i) {
    const Field& field = table.fields[i];
    if (field.form == Form::column && field.seen == 0 && field.present == count) {
      candidates_.push_back(static_cast<std::uint32_t>(i));
    } else if (field.form != Form::extra) {
      ++ordinary;
    }
  }
  const Row first = place(table, table.rows[0]);
  for (const std::uint32_t i : candidates_)
    table.fields[i].constant = *first.field(i);
  // Most candidates fall within a few records.
  for (std::size_t r = 1; r < count && !candidates_.empty(); ++r) {
    const Row row = place(table, table.rows[r]);
    ordinary += std::erase_if(candidates_, [&](std::uint32_t i) {
      return !same_scalar(table.fields[i].constant, *row.field(i));
    });
  }
  // Rows need at least one cell: the last column stays.
  if (ordinary == 0 && !candidates_.empty()) candidates_.pop_back();
  for (const std::uint32_t i : candidates_)
    table.fields[i].form = Form::constant;
}

/// GCF 7.4.6.1 for objects of one shape: every key leads to scalars in all of them, or to
/// objects in all of them that flatten in turn.
bool TableAnalyst::flattens(const std::vector<Value>& objects, std::uint32_t& leaves) {
  const Shape* shape = ValueAccess::shape(objects[0]);
  unsigned children = 0;
  for (const Value& object : objects) {
    if (ValueAccess::shape(object) != shape) return false;
    children |= ValueAccess::children(object);
  }
  if (shape->size == 0) return false;
  for (std::uint32_t k = 0; k < shape->size; ++k) {
    if (shape->keys[k].size == 0 || contains_path_separator(shape->keys[k])) return false;
  }
  if ((children & (detail::child_array | detail::child_empty_object)) != 0) return false;
  if ((children & detail::any_container) == 0) {
    leaves += shape->size;
    return true;
  }
  std::vector<Value> inner;
  for (std::uint32_t k = 0; k < shape->size; ++k) {
    inner.clear();
    for (const Value& object : objects) {
      if (object.values()[k].is_object()) inner.push_back(object.values()[k]);
    }
    if (inner.empty()) {
      ++leaves;
    } else if (inner.size() != objects.size() || !flattens(inner, leaves)) {
      return false;
    }
  }
  return true;
}

void TableAnalyst::choose_nested_form(Table& table, std::size_t index, const TableRules& rules) {
  Field& field = table.fields[index];
  if (field.seen == detail::child_array) return check_shared_schema(table, index);
  if (field.seen != detail::child_filled_object || !field.one_shape) return;
  if (field.present != field.objects) {
    // Beside the objects only null may occur.
    for (const Value& record : table.rows) {
      const Value* v = place(table, record).field(index);
      if (v != nullptr && v->is_scalar() && !v->is_null()) return;
    }
  }
  const bool flat = (field.grandchildren & detail::any_container) == 0;
  if (rules.flatten && field.key.size != 0) {
    if (flat && !field.hollow) {
      objects_.assign(1, first_object(table, index));  // all are alike
    } else {
      objects_.clear();
      for (const Value& record : table.rows) {
        const Value* v = place(table, record).field(index);
        if (v != nullptr && v->is_object()) objects_.push_back(*v);
      }
    }
    std::uint32_t leaves = 0;
    if (flattens(objects_, leaves) &&
        std::none_of(objects_.begin(), objects_.end(), all_leaves_null)) {
      field.form = Form::flattened;
      field.leaves = leaves;
      return;
    }
  }
  // GCF 7.4.5.1: row 0 declares the keys, at least three, scalars only.
  const Value* first = place(table, table.rows[0]).field(index);
  field.inline_schema = flat && first != nullptr && first->is_object() && first->size() >= 3;
}

const Value& TableAnalyst::first_object(Table& table, std::size_t index) {
  std::size_t r = 0;
  while (true) {
    const Value* v = place(table, table.rows[r++]).field(index);
    if (v != nullptr && v->is_object()) return *v;
  }
}

/// GCF 7.4.5.3, and: a name with '>' cannot be a column, so its array cannot share.
void TableAnalyst::check_shared_schema(Table& table, std::size_t index) {
  Field& field = table.fields[index];
  const Value* first = place(table, table.rows[0]).field(index);
  if (first == nullptr || !first->is_array()) return;
  const Shape* common = nullptr;  // the union, when all items so far have one shape
  for (const Value& record : table.rows) {
    const Value* v = place(table, record).field(index);
    if (v == nullptr || v->is_null()) continue;
    if (!v->is_array() || v->size() == 0 ||
        (ValueAccess::children(*v) & ~unsigned{detail::any_object}) != 0) {
      return;
    }
    const auto items = v->items();
    const Shape* shape = ValueAccess::shape(items[0]);
    bool uniform = true;
    for (const Value& item : items) {
      if ((ValueAccess::children(item) & detail::any_container) != 0) return;
      uniform &= ValueAccess::shape(item) == shape;
    }
    if (uniform && shape == common) continue;
    union_of(items, union_);
    if (v == first) {
      field.shared_columns.assign(union_.begin(), union_.end());
      if (union_.empty() || union_.size() >= max_columns ||
          std::any_of(union_.begin(), union_.end(), contains_path_separator)) {
        return;
      }
    } else if (!std::equal(union_.begin(), union_.end(), field.shared_columns.begin(),
                           field.shared_columns.end(),
                           [](const KeyRef& a, const KeyRef& b) { return a.id == b.id; })) {
      return;
    }
    if (uniform) common = shape;
  }
  field.shared_schema = true;
  field.shape = common;
}

bool TableAnalyst::is_positional(Table& table, std::size_t index) {
  const Shape* shape = nullptr;
  for (const Value& record : table.rows) {
    const Value* v = place(table, record).field(index);
    if (v == nullptr || !v->is_object()) continue;
    if (shape == nullptr) shape = ValueAccess::shape(*v);
    if (ValueAccess::shape(*v) != shape || v->size() == 0 ||
        (ValueAccess::children(*v) & detail::any_container) != 0) {
      return false;
    }
  }
  return shape != nullptr;
}

void TableAnalyst::union_plan(Table& table, std::size_t index, std::vector<UnionNode>& plan) {
  plan.clear();
  const Field& field = table.fields[index];
  if (field.key.size == 0 || field.seen != detail::child_filled_object) return;
  std::vector<Value> objects;
  for (const Value& record : table.rows) {
    const Value* v = place(table, record).field(index);
    if (v == nullptr || v->is_null()) continue;
    if (!v->is_object()) return;
    objects.push_back(*v);
  }
  std::uint32_t leaves = 0;
  if (std::any_of(objects.begin(), objects.end(), all_leaves_null) ||
      !add_union(objects, plan, leaves)) {
    plan.clear();
  }
}

/// Adds the keys of these objects to the plan; false when they cannot share columns.
bool TableAnalyst::add_union(const std::vector<Value>& objects, std::vector<UnionNode>& plan,
                             std::uint32_t& leaves) {
  std::vector<KeyRef> keys;
  union_of(objects, keys);
  for (const KeyRef& key : keys) {
    if (key.size == 0 || contains_path_separator(key)) return false;
  }
  // Every object must list its keys in the order of the union: reading the columns back
  // cannot tell otherwise.
  const Shape* last = nullptr;
  for (const Value& object : objects) {
    const Shape* shape = ValueAccess::shape(object);
    if (shape == last) continue;
    last = shape;
    std::uint32_t previous = 0;
    for (std::uint32_t i = 0; i < shape->size; ++i) {
      const std::uint32_t at = key_marks_[key_index(shape->keys[i])].index + 1;
      if (at <= previous) return false;
      previous = at;
    }
  }
  std::vector<Value> inner;
  std::vector<std::uint32_t> next(objects.size());  // by object: its next key
  for (const KeyRef& key : keys) {
    inner.clear();
    bool scalars = false;
    for (std::size_t o = 0; o < objects.size(); ++o) {
      const Shape* shape = ValueAccess::shape(objects[o]);
      if (next[o] == shape->size || shape->keys[next[o]].id != key.id) continue;
      const Value& v = objects[o].values()[next[o]++];
      if (v.is_array() || (v.is_object() && v.size() == 0)) return false;
      if (v.is_object()) {
        inner.push_back(v);
      } else {
        scalars = true;
      }
    }
    const std::size_t at = plan.size();
    plan.push_back({key, 1, 1});
    if (!inner.empty()) {
      std::uint32_t inner_leaves = 0;
      if (scalars || !add_union(inner, plan, inner_leaves)) return false;
      plan[at].leaves = inner_leaves;
    }
    plan[at].size = static_cast<std::uint32_t>(plan.size() - at);
    leaves += plan[at].leaves;
  }
  return true;
}

void Table::list_fields() {
  plain = true;
  any_extra = false;
  cell_fields.clear();
  body_fields.clear();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Field& field = fields[i];
    const bool nested = field.form == Form::column && field.seen != 0;
    plain &= field.form == Form::column && !nested;
    any_extra |= field.form == Form::extra;
    if (field.form == Form::column || field.form == Form::flattened) {
      cell_fields.push_back(static_cast<std::uint32_t>(i));
    }
    if (nested || field.form == Form::extra) body_fields.push_back(static_cast<std::uint32_t>(i));
  }
}

void TableAnalyst::analyse(Table& table, std::span<const Value> rows, const TableRules& rules) {
  table.rows = rows;
  survey(table);
  for (std::size_t i = 0; i < table.fields.size(); ++i) {
    Field& field = table.fields[i];
    if (field.form == Form::column && field.seen != 0) choose_nested_form(table, i, rules);
    if (field.form == Form::extra && field.seen == detail::child_array) {
      check_shared_schema(table, i);
    }
  }
  if (rules.constants) find_constants(table);
  table.list_fields();
}

}  // namespace laconic::gcf

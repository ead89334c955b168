// gcf_keyed_set.cpp - keyed sets: made from values, hashed, turned back (GCF 10a.1, 10a.3).
#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <laconic/builder.hpp>
#include <laconic/delta.hpp>

#include "base/sha256.hpp"
#include "gcf/gcf_columns.hpp"
#include "gcf/gcf_scalar.hpp"
#include "gcf/gcf_set.hpp"
#include "gcf/gcf_write.hpp"
#include "text/escape.hpp"
#include "text/numbers.hpp"

namespace laconic::gcf {
namespace {

constexpr std::string_view empty_root =
    "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

Error refuse(std::string detail) {
  return {Errc::not_representable, 0, std::move(detail)};
}

/// Fields by name, in order.
class FieldTable {
 public:
  explicit FieldTable(std::vector<std::string> fields) : fields_(std::move(fields)) {
    for (std::size_t i = 0; i < fields_.size(); ++i)
      index_.emplace(fields_[i], i);
  }
  /// The index of the field, which is appended when it is new and that is allowed.
  Result<std::size_t> place(std::string_view name, bool may_grow) {
    const auto known = index_.find(std::string(name));
    if (known != index_.end()) return known->second;
    if (!may_grow) return refuse("a record has the field " + quoted(name) + ", the set has not");
    fields_.emplace_back(name);
    index_.emplace(fields_.back(), fields_.size() - 1);
    return fields_.size() - 1;
  }
  [[nodiscard]] std::vector<std::string> take() noexcept { return std::move(fields_); }

 private:
  std::vector<std::string> fields_;
  std::unordered_map<std::string, std::size_t> index_;
};

/// Puts the members of `record` into `row`, which grows as needed.
Result<Done> fill(Value record, FieldTable& table, bool may_grow, SetRow& row) {
  for (const auto& [name, value] : record.members()) {
    const auto index = table.place(name, may_grow);
    if (!index) return index.error();
    auto cell = cell_of(value);
    if (!cell) return Error{cell.error().code, 0, quoted(name) + ": " + cell.error().detail};
    if (row.size() <= *index) row.resize(*index + 1);
    row[*index] = std::move(*cell);
  }
  return Done{};
}

Result<Done> check_fields(const std::vector<std::string>& fields) {
  if (fields.size() > max_columns) {
    return Error{Errc::limit_exceeded, 0,
                 "a set would have more than " + std::to_string(max_columns) + " fields"};
  }
  std::unordered_set<std::string_view> names;
  for (const std::string& field : fields) {
    if (!names.insert(field).second) return refuse("the field " + quoted(field) + " occurs twice");
    if (field.find('>') != std::string::npos) {
      return refuse("the field name " + quoted(field) + " with '>' cannot be a column");
    }
    if (std::any_of(field.begin(), field.end(),
                    [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
      return refuse("the field name " + quoted(field) + " holds a control character");
    }
  }
  return Done{};
}

/// The hash of the sorted records, each with its fields in the order of their bytes.
Result<std::string> root_of(const std::vector<std::string>& fields,
                            const std::vector<SetRow>& rows) {
  std::vector<std::size_t> order(fields.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return fields[a] < fields[b]; });
  std::vector<std::string> records;
  records.reserve(rows.size());
  for (const SetRow& row : rows) {
    std::string record = "R";
    for (const std::size_t i : order) {
      record.append("\t").append(fields[i]).append("\t").append(canonical_text(row[i]));
    }
    records.push_back(record += '\n');
  }
  std::sort(records.begin(), records.end());
  std::string bytes;
  for (const std::string& record : records)
    bytes += record;
  return sha256_root(bytes);
}

void put(Builder& builder, const Cell& cell) {
  switch (cell.kind) {
    case Cell::Kind::null: builder.null(); break;
    case Cell::Kind::boolean: builder.boolean(cell.text == "true"); break;
    case Cell::Kind::number: builder.number(cell.text); break;
    case Cell::Kind::string: builder.string(cell.text); break;
  }
}

}  // namespace

Result<Cell> cell_of(const Value& value) {
  char number[32];
  switch (value.kind()) {
    case Kind::null: return Cell{};
    case Kind::boolean: return Cell{Cell::Kind::boolean, value.boolean() ? "true" : "false"};
    case Kind::string: return Cell{Cell::Kind::string, std::string(value.string())};
    case Kind::integer:
      return Cell{Cell::Kind::number, std::string(number, write_integer(number, value.integer()))};
    case Kind::real:
      return Cell{Cell::Kind::number, std::string(number, write_real(number, value.real()))};
    case Kind::big_number: return out_of_range_error(value.lexeme(), 0);
    default: return refuse("a keyed set takes no nested values");
  }
}

std::string wire_text(const Cell& cell) {
  if (cell.kind != Cell::Kind::string || !needs_quotes(cell.text)) return cell.text;
  return quoted(cell.text);
}

std::string canonical_text(const Cell& cell) {
  if (cell.kind != Cell::Kind::string) return cell.text;
  const bool plain = std::none_of(cell.text.begin(), cell.text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
  });
  return plain ? '"' + cell.text + '"' : quoted(cell.text);  // the first is much cheaper
}

std::string identity_text(const Cell& cell) {
  return cell.kind == Cell::Kind::string ? "\"" + cell.text : cell.text;
}

bool find_places(const std::vector<std::string>& wanted, const std::vector<std::string>& given,
                 std::vector<std::size_t>& places) {
  places.clear();
  if (wanted.size() != given.size()) return false;
  std::unordered_map<std::string_view, std::size_t> index;
  for (std::size_t i = 0; i < given.size(); ++i)
    index.emplace(given[i], i);
  for (const std::string& name : wanted) {
    const auto found = index.find(name);
    if (found == index.end()) return false;
    places.push_back(found->second);
  }
  return index.size() == given.size();
}

KeyedSet::KeyedSet() : name_("rows"), fields_{"key"}, root_(empty_root) {}

Result<KeyedSet> KeyedSet::from_records(Value array, std::string_view key, std::string_view name,
                                        const std::vector<std::string>* fields) {
  if (!array.is_array()) return refuse("a keyed set is an array of objects");
  FieldTable table(fields != nullptr ? *fields : std::vector<std::string>());
  std::vector<SetRow> rows;
  rows.reserve(array.size());
  for (const Value& record : array.items()) {
    const std::string where = "record " + std::to_string(rows.size()) + ": ";
    if (!record.is_object()) return refuse(where + "a keyed set is an array of objects");
    rows.emplace_back();
    const auto filled = fill(record, table, fields == nullptr, rows.back());
    if (!filled) return Error{filled.error().code, 0, where + filled.error().detail};
  }
  if (fields == nullptr && rows.empty()) static_cast<void>(table.place(key, true));
  std::vector<std::string> all = table.take();
  for (SetRow& row : rows)
    row.resize(all.size());
  return from_parts(std::string(name), key, std::move(all), std::move(rows));
}

Result<KeyedSet> KeyedSet::from_map(Value object) {
  if (!object.is_object()) return refuse("a keyed map is an object of objects");
  std::vector<SetRow> rows;
  rows.reserve(object.size());
  FieldTable others({});  // the key's name depends on them
  for (const auto& [member, record] : object.members()) {
    const std::string where = "member " + quoted(member) + ": ";
    if (!record.is_object()) return refuse(where + "a keyed map is an object of objects");
    SetRow row;
    const auto filled = fill(record, others, true, row);
    if (!filled) return Error{filled.error().code, 0, where + filled.error().detail};
    row.insert(row.begin(), Cell{Cell::Kind::string, std::string(member)});
    rows.push_back(std::move(row));
  }
  std::vector<std::string> fields = others.take();
  if (fields.empty() && !rows.empty()) {
    return refuse("a keyed map needs at least one field in one of its members");
  }
  std::string label = "key";
  while (std::find(fields.begin(), fields.end(), label) != fields.end())
    label.insert(label.begin(), '_');
  fields.insert(fields.begin(), label);
  for (SetRow& row : rows)
    row.resize(fields.size());
  return from_parts("", label, std::move(fields), std::move(rows), true);
}

Result<KeyedSet> KeyedSet::from_parts(std::string name, std::string_view key,
                                      std::vector<std::string> fields, std::vector<SetRow> rows,
                                      bool is_map) {
  if (const auto checked = check_fields(fields); !checked) return checked.error();
  const auto found = std::find(fields.begin(), fields.end(), key);
  if (found == fields.end()) return refuse("no record has the key " + quoted(key));
  KeyedSet set;
  set.key_index_ = static_cast<std::size_t>(found - fields.begin());
  if (is_map && set.key_index_ != 0) return refuse("the key of a map is its first field");
  std::unordered_set<std::string> keys;
  keys.reserve(rows.size());
  for (const SetRow& row : rows) {
    const std::string where = "record " + std::to_string(&row - rows.data());
    if (row.size() != fields.size()) return refuse(where + " has not one cell per field");
    const Cell& id = row[set.key_index_];
    if (id.kind == Cell::Kind::null) return refuse(where + " has no key " + quoted(key));
    if (is_map && id.kind != Cell::Kind::string) return refuse(where + ": its key is no string");
    if (!keys.insert(identity_text(id)).second) {
      return refuse(where + " repeats the key " + wire_text(id));
    }
  }
  auto root = root_of(fields, rows);
  if (!root) return root.error();
  set.name_ = std::move(name);
  set.fields_ = std::move(fields);
  set.rows_ = std::move(rows);
  set.is_map_ = is_map;
  set.root_ = std::move(*root);
  return set;
}

Result<Document> KeyedSet::to_document() const {
  Builder builder;
  if (is_map_) {
    builder.begin_object();
  } else {
    builder.begin_array();
  }
  for (const SetRow& row : rows_) {
    if (is_map_) builder.key(row[0].text);
    builder.begin_object();
    for (std::size_t i = is_map_ ? 1 : 0; i < fields_.size(); ++i) {
      builder.key(fields_[i]);
      put(builder, row[i]);
    }
    builder.end_object();
  }
  if (is_map_) {
    builder.end_object();
  } else {
    builder.end_array();
  }
  return builder.finish();
}

}  // namespace laconic::gcf

// goon_assemble.cpp - what was read of a GOON text as one GraphResponse.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "goon/goon_read.hpp"
#include "text/escape.hpp"
#include "text/text_check.hpp"
#include "text/utf8.hpp"

namespace laconic::goon {

using detail::TreeMaker;

Value Reader::node_value(ReadNode& node) {
  ObjectMaker object(maker_);
  object.add("type", string_value(node.self.type)).add("id", id_value(node.self.id));
  for (const auto& [key, value] : node.properties) {
    if (object.add_padded(key, value)) continue;
    // "type" and "id" can be properties of nodes out of rows only.
    maker_.note(Note::Type::loss, Errc::duplicate_key,
                static_cast<std::uint64_t>(key.data() - text_.data()),
                "the property " + quoted(key.substr(0, 40)) +
                    " is there twice, or has the name of a member; it is left out");
  }
  return object.finish();
}

Value Reader::group_columns_value() {
  std::vector<Value> items;
  for (const GroupColumn& column : header_.group_columns) {
    ObjectMaker object(maker_);
    object.add("name", string_value(column.name)).add("kind", string_value(column.kind));
    if (!column.entity.empty()) object.add("entity", string_value(column.entity));
    if (!column.property.empty()) object.add("property", string_value(column.property));
    items.push_back(object.finish());
  }
  return array_of(items);
}

Value Reader::columns_value() {
  std::vector<Value> items;
  for (const MetricColumn& column : header_.columns) {
    ObjectMaker object(maker_);
    object.add("name", string_value(column.name)).add("function", string_value(column.function));
    if (!column.target.empty()) object.add("target", string_value(column.target));
    if (!column.property.empty()) object.add("property", string_value(column.property));
    items.push_back(object.finish());
  }
  return array_of(items);
}

Value Reader::pagination_value() {
  ObjectMaker object(maker_);
  if (!header_.has_more.empty()) object.add("has_more", TreeMaker::boolean(true));
  if (header_.total_rows) object.add("total_rows", TreeMaker::integer(*header_.total_rows));
  if (!header_.truncated.empty()) object.add("truncated", TreeMaker::boolean(true));
  if (!header_.next_cursor.empty()) object.add("next_cursor", string_value(header_.next_cursor));
  return object.finish();
}

/// Rows of other queries than aggregations come without their columns. Every row shows some of
/// them in order; the order of all is one in which no row is contradicted.
void Reader::order_columns() {
  std::unordered_map<std::string_view, std::size_t> numbers;
  std::vector<std::string_view> names;
  std::vector<std::vector<std::size_t>> behind;
  std::vector<std::size_t> before;
  std::unordered_set<std::uint64_t> pairs;
  for (const auto& keys : row_keys_) {
    std::size_t last = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto [place, fresh] = numbers.emplace(keys[i], names.size());
      if (fresh) {
        names.push_back(keys[i]);
        behind.emplace_back();
        before.push_back(0);
      }
      const std::size_t self = place->second;
      if (i != 0 && pairs.insert((std::uint64_t{last} << 32) | self).second) {
        behind[last].push_back(self);
        ++before[self];
      }
      last = self;
    }
  }
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (before[i] == 0) order.push_back(i);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const std::size_t next : behind[order[i]]) {
      if (--before[next] == 0) order.push_back(next);
    }
  }
  for (std::size_t i = 0; i < names.size(); ++i) {  // rows that contradict each other
    if (before[i] != 0) order.push_back(i);
  }
  header_.columns.clear();
  for (const std::size_t index : order) {
    MetricColumn column;
    column.name = names[index];
    header_.columns.push_back(column);
  }
}

Value Reader::assemble() {
  ObjectMaker object(maker_);
  object.add("query_type", string_value(header_.query_type))
      .add("goon_version", string_value(header_.goon_version));
  std::vector<Value> items;
  items.reserve(nodes_.size());
  for (ReadNode& node : nodes_)
    items.push_back(node_value(node));
  object.add("nodes", array_of(items)).add("edges", array_of(edges_));
  if (header_.query_type != "aggregation" && has_rows_) order_columns();
  if (!header_.group_columns.empty()) object.add("group_columns", group_columns_value());
  if (!header_.columns.empty()) object.add("columns", columns_value());
  if (has_rows_) object.add("rows", array_of(rows_));
  if (const Value pages = pagination_value(); pages.size() != 0) object.add("pagination", pages);
  if (!truncated_values_.empty()) object.add("truncated_values", array_of(truncated_values_));
  if (!extra_header_.empty()) {
    ObjectMaker extra(maker_);
    for (const auto& [key, text] : extra_header_)
      static_cast<void>(extra.add_padded(key, string_value(text)));
    object.add("extra_header", extra.finish());
  }
  if (!extra_sections_.empty()) {
    ObjectMaker extra(maker_);
    for (const auto& [name, lines] : extra_sections_)
      static_cast<void>(extra.add_padded(name, array_of(lines)));
    object.add("extra_sections", extra.finish());
  }
  return object.finish();
}

Result<Document> decode(std::string_view text, const DecodeOptions& options) {
  if (const auto fits = check_size(text, options.max_bytes); !fits) return fits.error();
  TreeMaker maker(options.max_depth);
  const char* const copy = maker.keep(text);
  if (copy == nullptr) return Error{Errc::out_of_memory, 0, "no memory for the document"};
  Reader reader(maker, {copy, text.size()}, options);
  Value root;
  if (!reader.read(root)) return std::move(reader).error();
  if (!maker.ok()) return maker.error(0);
  if (!root.is_object()) return Error{Errc::out_of_memory, 0, "no memory for the document"};
  maker.set_text_size(text.size());
  return maker.finish(root);
}

}  // namespace laconic::goon

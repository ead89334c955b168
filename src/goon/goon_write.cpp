// goon_write.cpp - GraphResponses to GOON.
#include <algorithm>
#include <tuple>

#include <laconic/goon.hpp>

#include "base/output.hpp"
#include "goon/goon_order.hpp"
#include "goon/goon_report.hpp"
#include "goon/goon_response.hpp"
#include "goon/goon_value.hpp"
#include "text/escape.hpp"
#include "value/column_places.hpp"

namespace laconic::goon {
namespace {

unsigned class_of(std::string_view key) noexcept {
  struct Row {
    std::string_view key;
    unsigned number;
  };
  constexpr Row rows[] = {
      {"full_path", 0},  {"iid", 0},        {"name", 0},
      {"path", 0},       {"username", 0},   {"uuid", 0},
      {"state", 1},      {"status", 1},     {"visibility_level", 1},
      {"closed_at", 3},  {"created_at", 3}, {"merged_at", 3},
      {"updated_at", 3}, {"body", 4},       {"description", 4},
      {"note", 4},       {"title", 4},
  };
  for (const Row& row : rows) {
    if (row.key == key) return row.number;
  }
  return 2;
}

bool is_strict_name(std::string_view name) noexcept {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
  });
}

class Writer {
 public:
  Writer(Response& response, const EncodeOptions& options, Report& report)
      : response_(response), options_(options), report_(report), out_(options.max_bytes) {}

  Result<std::string> write() {
    put_in_order(response_, report_);
    header();
    put_nodes();
    response_.is_path_finding() ? put_paths() : put_edges();
    if (response_.is_aggregation() || response_.rows) put_rows();
    if (failed_) return std::move(error_);
    return out_.finish();
  }

 private:
  void line() {
    line_ += '\n';
    out_.put(line_);
    line_.clear();
  }
  bool fail(Errc code, std::string detail) {
    if (!failed_) error_ = {code, 0, std::move(detail)};
    failed_ = true;
    return false;
  }
  /// Text that is printed as it is.
  void verbatim(std::string_view text) {
    for (const char c : text) {
      if (static_cast<unsigned char>(c) >= 0x20 && c != 0x7F) continue;
      fail(
          Errc::not_representable,
          quoted(text.substr(0, 80)) + " holds a control character, and GOON does not quote names");
      return;
    }
    line_.append(text);
  }
  void name(std::string_view text, std::string_view trouble) {
    if (options_.strict_names && !is_strict_name(text)) {
      fail(Errc::invalid_key,
           "the name " + quoted(text.substr(0, 80)) + " holds characters outside [A-Za-z0-9_.-]");
      return;
    }
    if (text.empty() || text.starts_with('@') || text.find_first_of(trouble) != text.npos) {
      ++report_.odd_names;
    }
    verbatim(text);
  }
  void type_name(std::string_view text) { name(text, " "); }
  void key_name(std::string_view text) { name(text, " ="); }
  void column_name(std::string_view text) { name(text, " =(),"); }
  void field(std::string_view key, std::string_view value) {
    line_.append(key).append(":");
    verbatim(value);
    line();
  }

  void header() {
    line_ = "@header";
    line();
    field("query_type", response_.query_type);
    field("goon_version", options_.version);
    field("nodes", std::to_string(response_.nodes.size()));
    field("edges", std::to_string(response_.links.size()));
    if (response_.has_more) field("has_more", "true");
    if (response_.total_rows) field("total_rows", std::to_string(*response_.total_rows));
    if (response_.truncated) field("truncated", "true");
    if (!response_.next_cursor.empty()) field("next_cursor", response_.next_cursor);
    if (!response_.is_aggregation()) return;
    field("rows", std::to_string(response_.rows ? response_.rows->size() : 0));
    if (!response_.group_columns.empty()) {
      line_ = "group_by:";
      for (const GroupColumn& column : response_.group_columns)
        put_column(column);
      line_.back() = '\n';
      out_.put(line_);
      line_.clear();
    }
    if (!response_.columns.empty()) {
      line_ = "aggregations:";
      for (const MetricColumn& column : response_.columns)
        put_column(column);
      line_.back() = '\n';
      out_.put(line_);
      line_.clear();
    }
  }
  void put_column(const GroupColumn& column) {
    column_name(column.name);
    line_ += '(';
    verbatim(column.kind);
    if (column.kind == "node" && !column.entity.empty()) {
      line_ += ':';
      verbatim(column.entity);
    }
    if (column.kind == "property" && !column.property.empty() && column.property != column.name) {
      line_ += ':';
      verbatim(column.property);
    }
    line_ += "),";
  }
  void put_column(const MetricColumn& column) {
    column_name(column.name);
    line_ += '(';
    verbatim(column.function);
    if (!column.target.empty()) {
      line_ += ':';
      verbatim(column.target);
      if (!column.property.empty()) {
        line_ += '.';
        verbatim(column.property);
      }
    }
    line_ += "),";
  }

  /// "Type(count):" for the run that starts at `first`.
  template <class Items>
  void group_line(const Items& items, std::size_t first) {
    std::size_t end = first;
    while (end < items.size() && items[end].type == items[first].type)
      ++end;
    type_name(items[first].type);
    line_.append("(").append(std::to_string(end - first)).append("):");
    line();
  }
  void put_nodes() {
    line_ = "@nodes";
    line();
    const auto& nodes = response_.nodes;
    for (std::size_t i = 0; i < nodes.size() && !out_.failed(); ++i) {
      if (i == 0 || nodes[i].type != nodes[i - 1].type) group_line(nodes, i);
      put_node(nodes[i]);
    }
  }
  void put_node(const Node& node) {
    line_ += std::to_string(node.id);
    if (node.properties.is_object()) {
      properties_.clear();
      for (std::size_t i = 0; i < node.properties.size(); ++i) {
        const std::string_view key = node.properties.key(i);
        if (node.flat && (key == "type" || key == "id")) continue;
        properties_.emplace_back(class_of(key), key, i);
      }
      std::sort(properties_.begin(), properties_.end());
      for (const auto& [rank, key, index] : properties_)
        put_property(node, key, node.properties.values()[index]);
    }
    line();
  }
  void put_property(const Node& node, std::string_view key, const Value& value) {
    if (value.is_null()) {
      ++report_.nulls;
      return;
    }
    if (value.is_string() && value.size() == 0) {
      ++report_.empty;
      return;
    }
    const std::size_t start = line_.size();
    line_ += ' ';
    key_name(key);
    line_ += '=';
    const Written written = append_value(line_, key, value, report_.values);
    if (!written.printed) {
      line_.resize(start);
      return;
    }
    std::uint64_t length = written.original_length;
    if (length == 0 && value.is_string()) length = known_length(node, key, value.string());
    if (length != 0) line_.append(" ").append(key).append("_len=").append(std::to_string(length));
  }
  /// The length of a text that was cut earlier.
  std::uint64_t known_length(const Node& node, std::string_view key, std::string_view text) {
    if (response_.lengths.empty()) return 0;
    const auto found = response_.lengths.find({node.place, key});
    if (found == response_.lengths.end()) return 0;
    const std::size_t limit = limit_of(key);
    if (found->second <= static_cast<std::int64_t>(limit) || !text.ends_with("...") ||
        count_characters(text) != limit) {
      return 0;
    }
    return static_cast<std::uint64_t>(found->second);
  }

  void put_ref(std::string_view type, std::int64_t id) {
    type_name(type);
    line_.append(":").append(std::to_string(id));
  }
  void put_edges() {
    line_ = "@edges";
    line();
    const auto& links = response_.links;
    for (std::size_t i = 0; i < links.size() && !out_.failed(); ++i) {
      const Link& link = links[i];
      if (i == 0 || link.type != links[i - 1].type) group_line(links, i);
      put_ref(link.from, link.from_id);
      line_ += " --> ";
      put_ref(link.to, link.to_id);
      if (link.depth) line_.append(" depth=").append(std::to_string(*link.depth));
      if (link.path_id || link.step) ++report_.path_marks;
      line();
    }
  }
  void put_paths() {
    line_ = "@paths";
    line();
    std::vector<const Link*> steps;
    for (const Link& link : response_.links) {
      if (link.depth) ++report_.path_depths;
      if (link.path_id) {
        steps.push_back(&link);
      } else {
        ++report_.pathless;
      }
    }
    const auto key = [](const Link* link) {
      return std::tuple(*link->path_id, link->step.value_or(0), link->type, link->from_id,
                        link->to_id);
    };
    std::stable_sort(steps.begin(), steps.end(),
                     [&](const Link* a, const Link* b) { return key(a) < key(b); });
    const Link* before = nullptr;
    for (const Link* step : steps) {
      if (before == nullptr || before->path_id != step->path_id) {
        if (before != nullptr) line();
        line_.append("path=").append(std::to_string(*step->path_id)).append(": ");
        put_ref(step->from, step->from_id);
      } else if (before->to != step->from || before->to_id != step->from_id) {
        ++report_.broken_steps;
      }
      line_ += " --";
      type_name(step->type);
      line_ += "--> ";
      put_ref(step->to, step->to_id);
      before = step;
    }
    if (before != nullptr) line();
  }

  void put_rows() {
    line_ = "@rows";
    line();
    if (!response_.rows) return;
    // A name twice is one column, and is read as one.
    detail::ColumnPlaces places;
    std::vector<std::pair<std::string_view, bool>> columns;
    for (const GroupColumn& column : response_.group_columns) {
      const bool joins = response_.is_aggregation() && column.kind == "node";
      if (places.add(column.name)) {
        columns.emplace_back(column.name, joins);
      } else {
        ++report_.twice;
      }
    }
    for (const MetricColumn& column : response_.columns) {
      if (places.add(column.name)) {
        columns.emplace_back(column.name, false);
      } else {
        ++report_.twice;
      }
    }
    for (const Value& row : response_.rows->items()) {
      const auto& found = places.of(row);
      std::size_t shown = 0;
      for (std::size_t i = 0; i < columns.size(); ++i) {
        if (found[i] == detail::ColumnPlaces::nowhere) continue;
        ++shown;
        put_cell(columns[i].first, row.values()[found[i]], columns[i].second);
      }
      report_.undeclared += row.size() - shown;
      line();
      if (out_.failed()) return;
    }
  }
  void put_cell(std::string_view column, const Value& cell, bool joins) {
    if (cell.is_string() && cell.size() == 0) {
      ++report_.empty_cells;
      return;
    }
    const std::size_t start = line_.size();
    if (!line_.empty()) line_ += ' ';
    column_name(column);
    line_ += '=';
    if (cell.is_object() && put_reference(cell, joins)) return;
    const Written written = append_value(line_, column, cell, report_.values);
    if (!written.printed) line_.resize(start);
    if (written.original_length != 0) ++report_.row_lengths;
  }
  bool put_reference(const Value& cell, bool joins) {
    const Value* const type = cell.find("type");
    const Value* const id = cell.find("id");
    if (type == nullptr || id == nullptr || !type->is_string()) return false;
    std::int64_t number = 0;
    if (id_of(id, number)) {
      put_ref(type->string(), number);
    } else if (id->is_string()) {
      type_name(type->string());
      line_ += ':';
      verbatim(id->string());
      ++report_.flat_cells;
      return true;
    } else {
      return false;
    }
    // Where nothing joins them again, only the text is left.
    if (!joins) ++report_.flat_cells;
    return true;
  }

  Response& response_;
  const EncodeOptions& options_;
  Report& report_;
  Output out_;
  std::string line_;
  std::vector<std::tuple<unsigned, std::string_view, std::size_t>> properties_;
  bool failed_ = false;
  Error error_{Errc::not_representable, 0, {}};
};

}  // namespace

Result<std::string> encode(Value value, const EncodeOptions& options) {
  Report report;
  auto response = read_response(value, report.response);
  if (!response) return response.error();
  report.other_version =
      !response->goon_version.empty() && response->goon_version != options.version;
  auto text = Writer(*response, options, report).write();
  if (text && options.losses != nullptr) report.tell(*options.losses);
  return text;
}

}  // namespace laconic::goon

// goon_response.hpp - a GraphResponse, checked and ready to be written.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic::goon {

struct Node {
  std::string_view type;
  std::int64_t id = 0;
  Value properties;       // null when there are none
  bool flat = true;       // `properties` is the node itself: type and id are not among them
  std::size_t place = 0;  // in the member nodes; beyond it for nodes out of rows
};

struct Link {
  std::string_view type;
  std::string_view from;
  std::string_view to;
  std::int64_t from_id = 0;
  std::int64_t to_id = 0;
  std::optional<std::int64_t> depth;
  std::optional<std::int64_t> path_id;
  std::optional<std::int64_t> step;
};

struct GroupColumn {
  std::string_view name;
  std::string_view kind;
  std::string_view entity;
  std::string_view property;
};

struct MetricColumn {
  std::string_view name;
  std::string_view function;
  std::string_view target;
  std::string_view property;
};

struct Response {
  std::string_view query_type;
  std::string_view goon_version;  // of a response that was read from GOON
  std::vector<Node> nodes;
  std::vector<Link> links;
  std::vector<GroupColumn> group_columns;
  std::vector<MetricColumn> columns;
  std::optional<Value> rows;
  bool has_more = false;
  bool truncated = false;
  std::optional<std::int64_t> total_rows;
  std::string_view next_cursor;
  /// Original lengths of texts that were cut when the response was read from GOON.
  std::map<std::pair<std::size_t, std::string_view>, std::int64_t> lengths;

  [[nodiscard]] bool is_aggregation() const noexcept { return query_type == "aggregation"; }
  [[nodiscard]] bool is_path_finding() const noexcept { return query_type == "path_finding"; }
};

/// The views refer to the value's document. Members that no GraphResponse has are counted in
/// `unknown`, ids in another spelling than ours in `respelled`.
struct ResponseLosses {
  std::map<std::string, std::uint64_t> unknown;
  std::uint64_t respelled = 0;
};
[[nodiscard]] Result<Response> read_response(Value value, ResponseLosses& losses);

/// An int64 out of a string of digits or an integer.
[[nodiscard]] bool id_of(const Value* value, std::int64_t& out) noexcept;

}  // namespace laconic::goon

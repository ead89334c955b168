// goon_header.hpp - the header of a GOON text.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "goon/goon_pieces.hpp"
#include "goon/goon_response.hpp"

namespace laconic::goon {

struct Header {
  std::string_view query_type;
  std::string_view goon_version;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> edges;
  std::optional<std::uint64_t> rows;
  std::string_view has_more;
  std::string_view truncated;
  std::optional<std::int64_t> total_rows;
  std::string_view next_cursor;
  std::vector<GroupColumn> group_columns;
  std::vector<MetricColumn> columns;
  std::vector<std::string_view> seen;
};

enum class FieldResult : std::uint8_t { ok, unknown, faulty };

/// Takes one "key:value" line into the header.
[[nodiscard]] FieldResult read_field(const Line& line, Header& out, Fault& fault);

}  // namespace laconic::goon

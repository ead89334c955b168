// goon_header.cpp - the header of a GOON text.
#include "goon/goon_header.hpp"

#include <algorithm>
#include <tuple>

#include "text/escape.hpp"

namespace laconic::goon {
namespace {

/// Takes "name(inside)" and the comma behind it off a list.
bool take_column(std::string_view& list, std::string_view& name, std::string_view& inside) {
  const std::size_t open = list.find('(');
  const std::size_t close = list.find(')', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || open == 0 || close == std::string_view::npos) return false;
  name = list.substr(0, open);
  inside = list.substr(open + 1, close - open - 1);
  list.remove_prefix(close + 1);
  if (list.empty()) return true;
  if (list[0] != ',' || list.size() == 1) return false;
  list.remove_prefix(1);
  return true;
}

/// Splits at the first `mark`; the second half is empty without one.
std::pair<std::string_view, std::string_view> split(std::string_view text, char mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return {text, {}};
  return {text.substr(0, at), text.substr(at + 1)};
}

bool read_groups(std::string_view list, std::vector<GroupColumn>& out) {
  while (!list.empty()) {
    GroupColumn column;
    std::string_view inside;
    if (!take_column(list, column.name, inside)) return false;
    const auto [kind, rest] = split(inside, ':');
    column.kind = kind;
    if (kind == "node") {
      column.entity = rest;
    } else if (kind == "property") {
      column.property = rest;
    } else {
      column.kind = inside;
    }
    out.push_back(column);
  }
  return !out.empty();
}

bool read_metrics(std::string_view list, std::vector<MetricColumn>& out) {
  while (!list.empty()) {
    MetricColumn column;
    std::string_view inside;
    if (!take_column(list, column.name, inside)) return false;
    const auto [function, rest] = split(inside, ':');
    column.function = function;
    std::tie(column.target, column.property) = split(rest, '.');
    out.push_back(column);
  }
  return !out.empty();
}

bool count(std::string_view text, std::optional<std::uint64_t>& out) {
  std::uint64_t value = 0;
  if (!read_count(text, value)) return false;
  out = value;
  return true;
}

bool whole(std::string_view text, std::optional<std::int64_t>& out) {
  std::int64_t value = 0;
  if (!read_integer(text, value)) return false;
  out = value;
  return true;
}

bool is_true(std::string_view text, std::string_view& out) {
  out = text;
  return text == "true";
}

bool plain(std::string_view text, std::string_view& out) {
  out = text;
  return true;
}

}  // namespace

FieldResult read_field(const Line& line, Header& out, Fault& fault) {
  const std::size_t colon = line.text.find(':');
  if (colon == std::string_view::npos) {
    fault = {Errc::malformed_header_field, line.offset, "key:value is expected in the header"};
    return FieldResult::faulty;
  }
  const std::string_view key = line.text.substr(0, colon);
  const std::string_view text = line.text.substr(colon + 1);
  bool fits = false;
  if (key == "query_type") {
    fits = plain(text, out.query_type);
  } else if (key == "goon_version") {
    fits = plain(text, out.goon_version);
  } else if (key == "nodes") {
    fits = count(text, out.nodes);
  } else if (key == "edges") {
    fits = count(text, out.edges);
  } else if (key == "rows") {
    fits = count(text, out.rows);
  } else if (key == "has_more") {
    fits = is_true(text, out.has_more);
  } else if (key == "truncated") {
    fits = is_true(text, out.truncated);
  } else if (key == "total_rows") {
    fits = whole(text, out.total_rows);
  } else if (key == "next_cursor") {
    fits = plain(text, out.next_cursor) && !text.empty();
  } else if (key == "group_by") {
    out.group_columns.clear();
    fits = read_groups(text, out.group_columns);
  } else if (key == "aggregations") {
    out.columns.clear();
    fits = read_metrics(text, out.columns);
  } else {
    return FieldResult::unknown;
  }
  if (!fits) {
    fault = {Errc::malformed_header_field, line.offset + colon + 1,
             quoted(text.substr(0, 80)) + " is no value of " + std::string(key)};
    return FieldResult::faulty;
  }
  if (std::find(out.seen.begin(), out.seen.end(), key) != out.seen.end()) {
    fault = {Errc::duplicate_header_field, line.offset,
             "the header has " + std::string(key) + " twice"};
    return FieldResult::faulty;
  }
  out.seen.push_back(key);
  return FieldResult::ok;
}

}  // namespace laconic::goon

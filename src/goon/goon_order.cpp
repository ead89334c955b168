// goon_order.cpp - nodes and edges in the order in which GOON prints them.
#include "goon/goon_order.hpp"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "value/column_places.hpp"

namespace laconic::goon {
namespace {

using Number = std::optional<std::int64_t>;
using Identity = std::pair<std::string_view, std::int64_t>;

/// Missing ones last.
std::pair<bool, std::int64_t> last(const Number& number) noexcept {
  return {!number.has_value(), number.value_or(0)};
}
/// Missing ones first.
std::pair<bool, std::int64_t> first(const Number& number) noexcept {
  return {number.has_value(), number.value_or(0)};
}

auto sort_key(const Link& link) noexcept {
  return std::tuple(last(link.path_id), last(link.step), link.type, link.from, link.from_id,
                    link.to, link.to_id, first(link.depth));
}

void order_edges(std::vector<Link>& links, Report& report) {
  const auto before = [](const Link& a, const Link& b) { return sort_key(a) < sort_key(b); };
  if (!std::is_sorted(links.begin(), links.end(), before)) report.edges_reordered = true;
  std::stable_sort(links.begin(), links.end(), before);
  const auto stays = std::unique(links.begin(), links.end(), [](const Link& a, const Link& b) {
    return sort_key(a) == sort_key(b);
  });
  report.duplicate_edges += static_cast<std::uint64_t>(links.end() - stays);
  links.erase(stays, links.end());
}

void order_nodes(std::vector<Node>& nodes, Report& report) {
  const auto before = [](const Node& a, const Node& b) {
    return std::tie(a.type, a.id) < std::tie(b.type, b.id);
  };
  if (std::is_sorted(nodes.begin(), nodes.end(), before)) return;
  report.nodes_reordered = true;
  std::stable_sort(nodes.begin(), nodes.end(), before);
}

/// Types in the order of their first nodes, nodes as they came.
void group_nodes(std::vector<Node>& nodes, Report& report) {
  std::unordered_map<std::string_view, std::size_t> groups;
  for (const Node& node : nodes)
    groups.emplace(node.type, groups.size());
  const auto before = [&](const Node& a, const Node& b) {
    return groups.find(a.type)->second < groups.find(b.type)->second;
  };
  const auto own_end =
      std::find_if(nodes.begin(), nodes.end(), [](const Node& n) { return !n.flat; });
  if (!std::is_sorted(nodes.begin(), own_end, before)) report.nodes_reordered = true;
  std::stable_sort(nodes.begin(), nodes.end(), before);
}

/// The node in a cell of a node column.
bool node_in(const Value& cell, Node& out) {
  if (!cell.is_object()) return false;
  const Value* const type = cell.find("type");
  if (type == nullptr || !type->is_string() || !id_of(cell.find("id"), out.id)) return false;
  out.type = type->string();
  out.flat = false;
  out.place = static_cast<std::size_t>(-1);
  if (const Value* found = cell.find("properties"); found != nullptr && found->is_object()) {
    out.properties = *found;
  }
  return true;
}

/// Whether `node` says something that the one that is printed does not.
bool says_more(const Node& node, const Node& printed) {
  if (!node.properties.is_object()) return false;
  for (const auto [key, value] : node.properties.members()) {
    const Value* const other =
        printed.properties.is_object() ? printed.properties.find(key) : nullptr;
    if (other == nullptr || !same_value(*other, value)) return true;
  }
  return false;
}

/// Nodes out of the cells of node columns, behind the nodes there are; the first of its kind
/// and id stays.
void lift_nodes(Response& response, Report& report) {
  if (!response.rows) return;
  std::map<Identity, std::size_t> known;
  for (std::size_t i = 0; i < response.nodes.size(); ++i)
    known.emplace(Identity(response.nodes[i].type, response.nodes[i].id), i);
  detail::ColumnPlaces places;
  std::size_t columns = 0;
  for (const GroupColumn& column : response.group_columns) {
    if (column.kind == "node" && places.add(column.name)) ++columns;
  }
  if (columns == 0) return;
  for (const Value& row : response.rows->items()) {
    for (const std::size_t place : places.of(row)) {
      Node node;
      if (place == detail::ColumnPlaces::nowhere || !node_in(row.values()[place], node)) continue;
      const auto [twin, fresh] = known.emplace(Identity(node.type, node.id), response.nodes.size());
      if (fresh) {
        response.nodes.push_back(node);
      } else if (says_more(node, response.nodes[twin->second])) {
        ++report.other_properties;
      }
    }
  }
}

}  // namespace

void put_in_order(Response& response, Report& report) {
  order_edges(response.links, report);
  if (!response.is_aggregation()) return order_nodes(response.nodes, report);
  lift_nodes(response, report);
  group_nodes(response.nodes, report);
}

}  // namespace laconic::goon

// goon_order.hpp - nodes and edges in the order in which GOON prints them.
#pragma once

#include "goon/goon_report.hpp"
#include "goon/goon_response.hpp"

namespace laconic::goon {

/// Sorts nodes and edges, removes duplicate edges, and for aggregations adds the nodes that
/// stand in the cells of rows.
void put_in_order(Response& response, Report& report);

}  // namespace laconic::goon

// goon_report.cpp - one counted sentence for each kind of loss.
#include "goon/goon_report.hpp"

namespace laconic::goon {

void Report::tell(std::vector<Loss>& losses) const {
  const auto tell = [&](std::uint64_t count, std::string_view what) {
    if (count != 0) losses.push_back({std::to_string(count) + std::string(what)});
  };
  for (const auto& [member, times] : response.unknown) {
    losses.push_back(
        {member + " is left out" + (times == 1 ? "" : ", " + std::to_string(times) + " times")});
  }
  if (other_version) losses.push_back({"goon_version is left out: the header names this writer"});
  if (nodes_reordered) losses.push_back({"the order of the nodes is lost"});
  if (edges_reordered) losses.push_back({"the order of the edges is lost"});
  tell(response.respelled, " id(s) are spelled differently");
  tell(duplicate_edges, " duplicate edge(s) are left out");
  tell(other_properties, " cell(s) say other things of a node that was written before");
  tell(nulls, " null value(s) of nodes are left out");
  tell(empty, " empty text(s) of nodes are left out");
  tell(values.truncated, " text(s) are cut");
  tell(row_lengths, " of the cut text(s) are in rows and lose their length");
  tell(values.controls, " control character(s) are dropped");
  tell(values.datetimes, " date(s) get a T in place of the space");
  tell(values.lookalikes, " text(s) cannot be told from numbers");
  tell(values.nested, " nested value(s) are written as JSON text");
  tell(values.not_finite, " number(s) beyond binary64 are left out");
  tell(values.rounded, " number(s) are rounded to binary64");
  tell(odd_names, " name(s) cannot be told from what stands around them");
  tell(path_marks, " edge(s) lose path_id and step");
  tell(path_depths, " edge(s) of paths lose their depth");
  tell(pathless, " edge(s) without path_id are counted and not shown");
  tell(broken_steps, " step(s) do not start where the one before ended");
  tell(twice, " column(s) have the name of another one and are shown once");
  tell(undeclared, " member(s) of rows belong to no column and are left out");
  tell(empty_cells, " empty text(s) in rows are left out");
  tell(flat_cells, " node(s) in rows are left as text");
}

}  // namespace laconic::goon

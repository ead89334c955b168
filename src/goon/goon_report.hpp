// goon_report.hpp - what a GOON text does not say of its GraphResponse.
#pragma once

#include <vector>

#include "goon/goon_response.hpp"
#include "goon/goon_value.hpp"

namespace laconic::goon {

struct Report {
  ResponseLosses response;
  ValueLosses values;
  bool other_version = false;
  bool nodes_reordered = false;
  bool edges_reordered = false;
  std::uint64_t duplicate_edges = 0;
  std::uint64_t other_properties = 0;
  std::uint64_t nulls = 0;
  std::uint64_t empty = 0;
  std::uint64_t odd_names = 0;
  std::uint64_t path_marks = 0;
  std::uint64_t path_depths = 0;
  std::uint64_t pathless = 0;
  std::uint64_t broken_steps = 0;
  std::uint64_t twice = 0;  // columns with the name of another
  std::uint64_t undeclared = 0;
  std::uint64_t empty_cells = 0;
  std::uint64_t flat_cells = 0;
  std::uint64_t row_lengths = 0;

  void tell(std::vector<Loss>& losses) const;
};

}  // namespace laconic::goon

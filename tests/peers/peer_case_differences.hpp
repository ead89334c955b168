// peer_case_differences.hpp - known differences to the npm package in graphs, sessions, deltas.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "peer_cases.hpp"

namespace laconic::peers {

/// One way in which the package is known to differ. A difference is explained by a class
/// when the case has what the class is about, the class is known to affect the operation,
/// and the case with that taken away gives no difference.
struct CaseDifference {
  std::string name;  ///< its heading in known_differences.md
  unsigned affects;  ///< Operation bits
  bool (*present)(const Case& made, std::string_view name);
  void (*take_away)(Case& made, std::string_view name);
};

/// In the order in which they are tried.
[[nodiscard]] const std::vector<CaseDifference>& known_case_differences();

}  // namespace laconic::peers

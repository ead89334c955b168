// graph_operations.hpp - fixtures of the graph profile and of graph sessions.
#pragma once

#include <string>
#include <string_view>

#include <laconic/value.hpp>

namespace laconic::conformance {

/// True for fixtures whose wire is of the graph profile.
[[nodiscard]] bool is_graph_wire(std::string_view wire);

/// Each answers with what is wrong, or "" when all is well.
[[nodiscard]] std::string graph_encode(Value input, std::string_view expected);
[[nodiscard]] std::string graph_decode(std::string_view input, Value expected);
[[nodiscard]] std::string graph_session(Value calls);

}  // namespace laconic::conformance

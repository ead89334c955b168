// generate_graph.hpp - random graph payloads that the wire can carry as they are.
#pragma once

#include <laconic/graph.hpp>

#include "random.hpp"

namespace laconic::support {

/// Names repeat from payload to payload, mostly with the same score, so that sessions have
/// something to refer to. No two symbols are equal; edges name what only one symbol is called.
[[nodiscard]] graph::Payload generate_graph(Random& random);

}  // namespace laconic::support

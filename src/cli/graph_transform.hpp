// graph_transform.hpp - graph payloads and sessions for encode and decode.
#pragma once

#include <span>

#include "cli/transform.hpp"

namespace laconic::cli {

/// `laconic encode --profile graph`: each input is a payload in its JSON shape. A session
/// goes on from one input to the next.
[[nodiscard]] Exit encode_graphs(Context& context, std::span<const Job> jobs,
                                 const TransformSettings& args);

/// `laconic decode --session STATE`: each input is a graph payload of the session.
[[nodiscard]] Exit decode_session(Context& context, std::span<const Job> jobs,
                                  const TransformSettings& args);

}  // namespace laconic::cli

// auto_transform.hpp - laconic encode --to auto.
#pragma once

#include <span>

#include "cli/transform.hpp"

namespace laconic::cli {

/// Writes each input in the format with the fewest tokens that keeps it exactly.
[[nodiscard]] Exit encode_cheapest(Context& context, std::span<const Job> jobs,
                                   const TransformSettings& args);

}  // namespace laconic::cli

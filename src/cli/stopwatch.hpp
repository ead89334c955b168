// stopwatch.hpp - repeated timing of one operation: best and median.
#pragma once

#include <functional>

namespace laconic::cli {

/// Seconds per call.
struct Timing {
  double best;
  double median;
};

/// Times `operation` in separate runs for at least `min_seconds`, and at least five
/// times. An operation that is too short for the clock is called many times per run.
[[nodiscard]] Timing measure(double min_seconds, const std::function<void()>& operation);

}  // namespace laconic::cli

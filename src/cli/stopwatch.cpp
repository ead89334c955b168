// stopwatch.cpp - repeated timing of one operation: best and median.
#include "cli/stopwatch.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace laconic::cli {
namespace {

// The clock costs about 30 ns, an interrupt some microseconds: against a run of a
// millisecond neither shows.
constexpr double shortest_run = 1e-3;
constexpr std::size_t fewest_runs = 5;

double seconds_for(const std::function<void()>& operation, std::uint64_t calls) {
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i < calls; ++i)
    operation();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Timing measure(double min_seconds, const std::function<void()>& operation) {
  operation();  // brings code, data and heap into the caches
  std::uint64_t calls = 1;
  while (seconds_for(operation, calls) < shortest_run)
    calls *= 2;
  std::vector<double> runs;
  for (double total = 0; total < min_seconds || runs.size() < fewest_runs;) {
    const double seconds = seconds_for(operation, calls);
    total += seconds;
    runs.push_back(seconds / static_cast<double>(calls));
  }
  std::sort(runs.begin(), runs.end());
  const std::size_t middle = runs.size() / 2;
  const double median = runs.size() % 2 == 1 ? runs[middle] : (runs[middle - 1] + runs[middle]) / 2;
  return {runs.front(), median};
}

}  // namespace laconic::cli

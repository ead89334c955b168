// bench_main.cpp - every contender at every task on every dataset, as Google Benchmark rows.
//
// A row is called TASK/CONTENDER/DATASET. Its bytes per second count the bytes of the
// minified JSON, whatever the task reads or writes, so that rows can be compared.
#include <benchmark/benchmark.h>
#include <malloc.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "contender.hpp"
#include "datasets.hpp"

namespace laconic::bench {
namespace {

void measure(benchmark::State& state, Contender* contender, std::string_view dataset) {
  const std::string& json = *dataset_text(dataset);
  if (!contender->prepare(json)) {
    state.SkipWithError("the contender refused the input");
    return;
  }
  const std::string& expected = contender->expected(json);
  // A wrong answer is no number. Google Benchmark calls this several times per row to
  // find the number of iterations; one check of each row is enough.
  static std::set<std::pair<Contender*, std::string_view>> checked;
  if (!checked.contains({contender, dataset})) {
    if (!contender->run() || !same_json(contender->answer(), expected)) {
      state.SkipWithError("wrong answer");
      return;
    }
    checked.emplace(contender, dataset);
  }
  for ([[maybe_unused]] auto _ : state) {
    if (!contender->run()) {
      state.SkipWithError("the contender failed");
      return;
    }
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(expected.size()) * state.iterations());
}

/// The sizes between, which exist for the linearity table, are measured for us alone.
bool wanted(const Contender& contender, const Dataset& dataset) {
  const std::string_view name = dataset.name;
  const bool between = name == "employees_10000" || name == "orders_2000" || name == "events_5000";
  if (contender.task().starts_with("flat_")) {
    return !between && (name.starts_with("employees_") || name.starts_with("events_"));
  }
  return !between || (contender.name() == "laconic" &&
                      (contender.task() == "json_to_gcf" || contender.task() == "gcf_to_json"));
}

void add(std::span<Contender* const> contenders) {
  for (const Dataset& dataset : datasets()) {
    for (Contender* contender : contenders) {
      if (!wanted(*contender, dataset)) continue;
      std::string row(contender->task());
      row.append("/").append(contender->name()).append("/").append(dataset.name);
      // CPU time, not the clock on the wall: other work on the machine must not count.
      benchmark::RegisterBenchmark(row.c_str(), measure, contender, dataset.name);
    }
  }
}

}  // namespace
}  // namespace laconic::bench

int main(int argc, char** argv) {
#if defined(__GLIBC__)
  // Without this glibc hands every large block back to the system at once, and all
  // contenders are measured at page faults. The laconic command does the same.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_TOP_PAD, 1 << 20);
#endif
  laconic::bench::add(laconic::bench::laconic_contenders());
  laconic::bench::add(laconic::bench::stream_contenders());
  laconic::bench::add(laconic::bench::simdjson_contenders());
  laconic::bench::add(laconic::bench::nlohmann_contenders());
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

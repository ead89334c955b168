// datasets.hpp - the documents that are measured: the same bytes on every machine.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace laconic::bench {

/// All datasets are minified JSON; what they hold is described in bench/data.md.
struct Dataset {
  std::string_view name;  ///< "employees_100000"
  std::size_t rows;
  std::string (*make)(std::size_t rows);
};

[[nodiscard]] std::string employees(std::size_t rows);
[[nodiscard]] std::string orders(std::size_t rows);
[[nodiscard]] std::string events(std::size_t rows);
[[nodiscard]] std::string config(std::size_t rows);

/// In the order of the report.
[[nodiscard]] std::span<const Dataset> datasets() noexcept;

/// The dataset's text, made once and kept; nullptr for an unknown name.
[[nodiscard]] const std::string* dataset_text(std::string_view name);

}  // namespace laconic::bench

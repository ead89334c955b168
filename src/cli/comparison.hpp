// comparison.hpp - what a document costs in each form: bytes, tokens, and whether it comes back.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/tokens.hpp>
#include <laconic/value.hpp>

#include "cli/renderings.hpp"

namespace laconic::cli {

struct CostRow {
  std::string_view format;
  std::size_t bytes = 0;
  std::vector<std::size_t> tokens;  // one for each tokenizer
  bool lossless = false;            ///< the format promises it, and this text kept it
  std::string fault;                // why the document cannot be written so; empty if it can
};

/// One file, or the sums over several.
struct Comparison {
  std::string file;
  std::vector<CostRow> rows;
  std::size_t files = 1;

  [[nodiscard]] const CostRow* find(std::string_view format) const noexcept;
  /// The lossless row with the fewest tokens by the first tokenizer; the earlier on a tie.
  [[nodiscard]] const CostRow* best() const noexcept;
};

/// Writes and counts `value` in every form.
[[nodiscard]] Comparison compare_forms(std::string file, Value value,
                                       const std::vector<Rendering>& renderings,
                                       const std::vector<Tokenizer>& tokenizers);

/// Sums; a form that some file cannot be written in keeps its fault.
[[nodiscard]] Comparison total_of(const std::vector<Comparison>& comparisons);

/// -27.6 for 72.4 of 100; 0 when there is nothing to compare with.
[[nodiscard]] double percent_change(std::size_t value, std::size_t base) noexcept;

}  // namespace laconic::cli

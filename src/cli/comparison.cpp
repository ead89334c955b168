// comparison.cpp - writes, counts and adds up.
#include "cli/comparison.hpp"

#include <algorithm>
#include <utility>

namespace laconic::cli {

const CostRow* Comparison::find(std::string_view format) const noexcept {
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const CostRow& row) { return row.format == format; });
  return found == rows.end() || !found->fault.empty() ? nullptr : &*found;
}

const CostRow* Comparison::best() const noexcept {
  const CostRow* best = nullptr;
  for (const CostRow& row : rows) {
    if (!row.fault.empty() || !row.lossless) continue;
    if (best == nullptr || row.tokens.front() < best->tokens.front()) best = &row;
  }
  return best;
}

Comparison compare_forms(std::string file, Value value, const std::vector<Rendering>& renderings,
                         const std::vector<Tokenizer>& tokenizers) {
  Comparison comparison{std::move(file), {}, 1};
  for (const Rendering& rendering : renderings) {
    CostRow row;
    row.format = rendering.name();
    const auto text = rendering.write(value);
    if (text) {
      row.bytes = text->size();
      // CSV gives back some tables by luck; only a promise is worth a choice.
      row.lossless = rendering.codec().lossless && rendering.gives_back(*text, value);
      for (const Tokenizer& tokenizer : tokenizers) {
        const auto count = tokenizer.count(*text);
        if (!count) row.fault = count.error().message();
        row.tokens.push_back(count ? *count : 0);
      }
    } else {
      row.fault = text.error().message();
    }
    comparison.rows.push_back(std::move(row));
  }
  return comparison;
}

Comparison total_of(const std::vector<Comparison>& comparisons) {
  Comparison total = comparisons.front();
  total.file = "TOTAL";
  total.files = comparisons.size();
  for (std::size_t i = 1; i < comparisons.size(); ++i) {
    for (std::size_t r = 0; r < total.rows.size(); ++r) {
      CostRow& sum = total.rows[r];
      const CostRow& row = comparisons[i].rows[r];
      if (sum.fault.empty()) sum.fault = row.fault;
      if (!sum.fault.empty()) continue;
      sum.bytes += row.bytes;
      sum.lossless = sum.lossless && row.lossless;
      for (std::size_t t = 0; t < sum.tokens.size(); ++t)
        sum.tokens[t] += row.tokens[t];
    }
  }
  return total;
}

double percent_change(std::size_t value, std::size_t base) noexcept {
  if (base == 0) return 0;
  return 100.0 * (static_cast<double>(value) / static_cast<double>(base) - 1.0);
}

}  // namespace laconic::cli

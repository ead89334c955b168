// text_table.hpp - tables for terminals and for Markdown.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace laconic::cli {

class TextTable {
 public:
  enum Side : bool { right, left };

  void add_column(std::string heading, Side side = right);
  /// One cell per column; missing ones are empty.
  void add_row(std::vector<std::string> cells);
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string markdown() const;

 private:
  std::vector<std::string> headings_;
  std::vector<Side> sides_;
  std::vector<std::vector<std::string>> rows_;
};

/// 1234567 as 1,234,567.
[[nodiscard]] std::string grouped(std::size_t number);

}  // namespace laconic::cli

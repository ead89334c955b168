// text_table.cpp - columns as wide as their widest cell.
#include "cli/text_table.hpp"

#include <algorithm>
#include <utility>

namespace laconic::cli {
namespace {

/// Columns on the screen: characters, all of them of one width here.
std::size_t width_of(const std::string& text) noexcept {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

}  // namespace

void TextTable::add_column(std::string heading, Side side) {
  headings_.push_back(std::move(heading));
  sides_.push_back(side);
}

void TextTable::add_row(std::vector<std::string> cells) {
  cells.resize(headings_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < headings_.size(); ++c) {
    std::size_t width = width_of(headings_[c]);
    for (const auto& row : rows_)
      width = std::max(width, width_of(row[c]));
    widths.push_back(width);
  }
  std::string out;
  const auto put_row = [&](const std::vector<std::string>& cells) {
    std::string line;
    for (std::size_t c = 0; c < cells.size(); ++c) {
      const std::string space(widths[c] - width_of(cells[c]), ' ');
      if (c != 0) line += "  ";
      line += sides_[c] == left ? cells[c] + space : space + cells[c];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  };
  put_row(headings_);
  for (const auto& row : rows_)
    put_row(row);
  return out;
}

std::string TextTable::markdown() const {
  std::string out;
  const auto put_row = [&out](const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) {
      out += "| ";
      for (const char c : cell) {
        if (c == '|' || c == '*') out += '\\';
        out += c;
      }
      out += ' ';
    }
    out += "|\n";
  };
  put_row(headings_);
  for (const Side side : sides_)
    out += side == left ? "|---" : "|--:";
  out += "|\n";
  for (const auto& row : rows_)
    put_row(row);
  return out;
}

std::string grouped(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

}  // namespace laconic::cli

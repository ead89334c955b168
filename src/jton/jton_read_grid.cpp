// jton_read_grid.cpp - grids: the header's delimiter governs the rows.
#include <charconv>
#include <string>

#include "jton/jton_read.hpp"
#include "jton/jton_words.hpp"
#include "text/escape.hpp"

namespace laconic::jton {

using detail::ShapeCursor;
using detail::ShapeTable;
using detail::TreeMaker;

bool Reader::skip_in_cell(const Grid& grid) {
  if (grid.delimiter != '\t') return skip();
  while (p_ < end_) {
    if (*p_ == ' ' || *p_ == '\n' || *p_ == '\r') {
      ++p_;
    } else if (!at_comment()) {
      return true;
    } else if (!comment()) {
      return false;
    }
  }
  return true;
}

bool Reader::ends_cell(const Grid& grid) const noexcept {
  return p_ < end_ && (*p_ == grid.delimiter || *p_ == ';' || *p_ == ']');
}

/// `[:` and `[2:` are no JSON, so there is nothing to weigh.
bool Reader::opens_grid(Grid& out, bool& is_grid) {
  out.at = p_++;
  if (!skip()) return false;
  const char* const digits = p_;
  while (p_ < end_ && is_digit(*p_))
    ++p_;
  const char* const digits_end = p_;
  out.counted = digits != digits_end;
  // `[1` may be followed by anything that an array may hold there.
  if (!skip()) return false;
  is_grid = p_ < end_ && *p_ == ':';
  if (!is_grid) return true;
  ++p_;
  if (out.counted) {
    const auto read = std::from_chars(digits, digits_end, out.count);
    out.huge = read.ec != std::errc();
  }
  return true;
}

/// What stands behind the first name decides; a grid of one column has commas.
bool Reader::header_delimiter(Grid& grid) {
  const char* const at = p_;
  if (!skip()) return false;
  if (p_ < end_ && (*p_ == ',' || *p_ == '|')) {
    grid.delimiter = *p_;
    return true;
  }
  if (p_ < end_ && (*p_ == ';' || *p_ == ']')) return true;
  for (const char* p = at; p < p_; ++p) {
    if (*p == '\t') {
      grid.delimiter = '\t';
      p_ = p;
      return true;
    }
  }
  return fail_expected(p_, "a comma, tab or '|', ';' or ']' behind the name of a column");
}

bool Reader::header(Grid& grid) {
  ShapeCursor cursor = maker_.shapes().begin();
  bool first = true;
  while (true) {
    const char* at = p_;
    std::string_view name;
    if (!(first ? skip() : skip_in_cell(grid))) return false;
    at = p_;
    if (!key(name)) return false;
    switch (maker_.shapes().step(cursor, name.data(), name.size())) {
      case ShapeTable::Step::ok: break;
      case ShapeTable::Step::out_of_memory: return out_of_memory(at);
      case ShapeTable::Step::duplicate:
        return fail(at, Errc::duplicate_field_name,
                    "the grid has column " + quoted(name) + " twice");
    }
    if (!(first ? header_delimiter(grid) : skip_in_cell(grid))) return false;
    first = false;
    if (!ends_cell(grid))
      return fail_expected(p_, "the grid's delimiter, ';' or ']' behind a column");
    if (*p_ != grid.delimiter) break;
    ++p_;
  }
  grid.shape = maker_.shapes().finish(cursor);
  return grid.shape != nullptr || out_of_memory(grid.at);
}

bool Reader::check_count(const Grid& grid, std::uint64_t rows) {
  if (!grid.counted || (!grid.huge && grid.count == rows)) return true;
  return recover(grid.at, Errc::count_mismatch,
                 "the grid counts " +
                     (grid.huge ? std::string("too many") : std::to_string(grid.count)) +
                     " rows, " + std::to_string(rows) + " follow");
}

/// From behind the colon on.
bool Reader::grid(Grid& grid, Value& out) {
  const std::size_t first = values_.size();
  if (!skip()) return false;
  if (p_ >= end_ || *p_ != ']') {
    if (!enter(grid.at)) return false;  // the objects are a level of their own
    if (!header(grid)) return false;
    while (p_ < end_ && *p_ == ';') {
      ++p_;
      if (!row(grid)) return false;
    }
    --level_;
    if (p_ >= end_ || *p_ != ']') return fail_expected(p_, "';' or ']'");
  }
  ++p_;
  const std::size_t rows = values_.size() - first;
  if (!check_count(grid, rows)) return false;
  out = maker_.array(values_.from(first), rows);
  values_.shrink(first);
  return check_maker(grid.at);
}

/// The cells up to `;` or `]`. Nothing at all is a row only where there is one column.
bool Reader::row(const Grid& grid) {
  const std::size_t first = values_.size();
  if (!skip_in_cell(grid)) return false;
  const char* const at = p_;
  if (grid.shape->size > 1 && p_ < end_ && (*p_ == ';' || *p_ == ']')) return true;
  while (true) {
    Value item;
    if (!skip_in_cell(grid)) return false;
    const char* const cell_at = p_;
    if (!cell(grid, item)) return false;
    if (values_.size() - first == grid.shape->size) {
      return fail(cell_at, Errc::row_width_mismatch,
                  "the row has more cells than the " + std::to_string(grid.shape->size) +
                      " columns of its grid");
    }
    values_.push(item);
    if (*p_ != grid.delimiter) return finish_row(grid, at, first);
    ++p_;
  }
}

bool Reader::finish_row(const Grid& grid, const char* at, std::size_t first) {
  const std::size_t cells = values_.size() - first;
  if (cells < grid.shape->size) {
    if (!recover(at, Errc::row_width_mismatch,
                 "the row has " + std::to_string(cells) + (cells == 1 ? " cell" : " cells") +
                     ", its grid has " + std::to_string(grid.shape->size) + " columns")) {
      return false;
    }
    added_ += grid.shape->size - cells;
    if (added_ > max_added_) {
      return fail(at, Errc::limit_exceeded,
                  "rows are too short for the many columns of their grid; more than " +
                      std::to_string(max_added_) + " cells are missing");
    }
    for (std::size_t i = cells; i < grid.shape->size; ++i)
      values_.push(Value());
  }
  const Value record = maker_.object(grid.shape, values_.from(first));
  values_.shrink(first);
  values_.push(record);
  return check_maker(at);
}

/// The cell at `p_`, and what may stand behind it; `p_` is then at a delimiter, `;` or `]`.
bool Reader::cell(const Grid& grid, Value& out) {
  if (ends_cell(grid)) {
    out = Value();
    return true;
  }
  if (p_ >= end_) return fail_expected(p_, "a cell");
  if (*p_ != '"' && *p_ != '[' && *p_ != '{') return bare_cell(grid, out);
  if (!value(out) || !skip_in_cell(grid)) return false;
  return ends_cell(grid) || fail_expected(p_, "the grid's delimiter, ';' or ']' behind a cell");
}

/// A word is read whole, then it is a keyword, a number or a string.
bool Reader::bare_cell(const Grid& grid, Value& out) {
  const char* const at = p_;
  const std::string_view word = token_at(at);
  p_ += word.size();
  const bool skipped = skip_in_cell(grid);
  if (skipped && ends_cell(grid)) {
    bool found = false;
    if (!keyword(word, out, found)) return false;
    if (found) return true;
    if (is_identifier(word)) {
      out = TreeMaker::string(word.data(), word.size());
      return true;
    }
    const char* p = at;
    if ((is_digit(word[0]) || word[0] == '-') && number(p, out) && p == at + word.size()) {
      return true;
    }
    if (!lenient_) {
      return fail(at, Errc::invalid_number,
                  "this cell is neither a word nor a JSON number; put it in quotes");
    }
  } else if (!lenient_) {
    if (!skipped) return false;
    return fail_expected(p_, word.empty() ? "a cell"
                                          : "the grid's delimiter, ';' or ']' behind a cell; text "
                                            "other than a word stands in quotes");
  }
  return any_cell(grid, at, out);
}

/// Lenient readers take for a string whatever stands up to the end of the cell.
bool Reader::any_cell(const Grid& grid, const char* at, Value& out) {
  // What looked like comments is read again; a text made of such must not take forever.
  added_ += static_cast<std::uint64_t>(p_ - at);
  if (added_ > max_added_) {
    return fail(at, Errc::limit_exceeded, "comments and text in cells alternate too often");
  }
  p_ = at;
  while (p_ < end_ && !ends_cell(grid))
    ++p_;
  if (p_ >= end_) return fail_expected(p_, "the grid's delimiter, ';' or ']' behind a cell");
  const char* text_end = p_;
  while (text_end[-1] == ' ' || text_end[-1] == '\t' || text_end[-1] == '\r' ||
         text_end[-1] == '\n')
    --text_end;
  out = TreeMaker::string(at, static_cast<std::size_t>(text_end - at));
  return recover(at, Errc::unexpected_character,
                 "a cell with other text than a word stands in quotes");
}

}  // namespace laconic::jton

// jton_read.hpp - the reader of JTON, recursive descent over characters.
#pragma once

#include <cstdint>
#include <string_view>

#include <laconic/jton.hpp>

#include "value/json_tokens.hpp"

namespace laconic::jton {

class Reader : public detail::JsonTokens {
 public:
  Reader(const char* text, const char* end, bool lenient, detail::TreeMaker& maker)
      : JsonTokens(text, end, lenient, maker),
        p_(text),
        unclosed_(end),
        max_added_(65536 + 16 * static_cast<std::uint64_t>(end - text)) {}

  /// Reads from here on; offsets still count from the start of the text.
  void start_at(const char* p) noexcept { p_ = p; }
  bool read(Value& root);

 private:
  /// A grid while its rows are read.
  struct Grid {
    const char* at = nullptr;  ///< its bracket
    bool counted = false;
    bool huge = false;  ///< the number of rows is beyond 64 bits
    std::uint64_t count = 0;
    char delimiter = ',';
    const detail::Shape* shape = nullptr;
  };

  // jton_read.cpp
  bool value(Value& out);
  bool array(Value& out);
  bool object(Value& out);
  bool key(std::string_view& out);
  /// A keyword at `p_`; `found` says whether there is one.
  bool keyword(std::string_view word, Value& out, bool& found);
  bool not_finite(const char* at, Value& out);
  /// Blanks, line ends and comments; false when a comment never ends.
  bool skip();
  bool comment();
  [[nodiscard]] bool at_comment() const noexcept;
  [[nodiscard]] std::string_view token_at(const char* p) const noexcept;

  // jton_read_grid.cpp
  /// Whether `[` at `p` opens a grid; if so, `out` knows its count and `p_` is behind the colon.
  bool opens_grid(Grid& out, bool& is_grid);
  bool grid(Grid& grid, Value& out);
  bool header(Grid& grid);
  bool header_delimiter(Grid& grid);
  bool row(const Grid& grid);
  bool cell(const Grid& grid, Value& out);
  bool bare_cell(const Grid& grid, Value& out);
  bool any_cell(const Grid& grid, const char* at, Value& out);
  bool finish_row(const Grid& grid, const char* at, std::size_t first);
  bool check_count(const Grid& grid, std::uint64_t rows);
  /// `skip`, but for the tabs that separate cells.
  bool skip_in_cell(const Grid& grid);
  [[nodiscard]] bool ends_cell(const Grid& grid) const noexcept;

  const char* p_;
  const char* unclosed_;  ///< from here on no comment is closed
  // What lenient readers do beyond the text: cells they add to short rows, bytes they read twice.
  std::uint64_t added_ = 0;
  std::uint64_t max_added_;
};

}  // namespace laconic::jton

// toon_lines.hpp - the lines of a TOON text, without comments, with their depth (TOON 8, 12).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace laconic::toon {

struct Line {
  const char* start = nullptr;  ///< behind the indentation
  const char* end = nullptr;    ///< before trailing spaces and the line end
  const char* raw = nullptr;    ///< with the indentation
  unsigned depth = 0;
  bool after_blank = false;  ///< blank lines stand before it
  [[nodiscard]] std::string_view text() const noexcept {
    return {start, static_cast<std::size_t>(end - start)};
  }
};

enum class LineFault : std::uint8_t { none, tab_indentation, odd_indentation };

/// Walks over the lines. The text ends in LF and has padding behind it.
class Lines {
 public:
  Lines(const char* text, const char* end, unsigned indent_size, bool lenient) noexcept
      : next_(text), end_(end), indent_size_(indent_size), lenient_(lenient) {
    advance();
  }

  /// False behind the last line.
  [[nodiscard]] bool has_line() const noexcept { return has_line_; }
  [[nodiscard]] const Line& line() const noexcept { return line_; }
  /// What is wrong with the indentation of `line()`; lenient readers accept it.
  [[nodiscard]] LineFault fault() const noexcept { return fault_; }
  void advance() noexcept;
  /// The last blank line with tabs, which only lenient readers take for blank; then forgotten.
  [[nodiscard]] const char* take_tabbed_blank() noexcept {
    return std::exchange(tabbed_blank_, nullptr);
  }

 private:
  const char* next_;
  const char* end_;
  unsigned indent_size_;
  bool lenient_;
  bool has_line_ = false;
  const char* tabbed_blank_ = nullptr;
  LineFault fault_ = LineFault::none;
  Line line_;
};

}  // namespace laconic::toon

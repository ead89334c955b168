// toon_lines.hpp - the lines of a TOON text, without comments, with their depth (TOON 8, 12).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "text/simd.hpp"

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
  unsigned spaces_ = 0;  // of the last line, and what follows from them
  unsigned depth_ = 0;
  bool even_ = true;
  Line line_;
};

inline void Lines::advance() noexcept {
  bool after_blank = false;
  while (next_ < end_) {
    const char* const raw = next_;
    // The text ends in LF, so something is found.
    const char* stop = simd::find(raw, [](simd::Bytes bytes) { return bytes.is('\n'); });
    next_ = stop + 1;
    if (stop != raw && stop[-1] == '\r') --stop;
    while (stop != raw && stop[-1] == ' ')
      --stop;
    // The line end stops the count, and the text is padded.
    const char* p = raw;
    unsigned blanks = 0;
    do {
      blanks = simd::Bytes::load(p).is(' ').mask().leading();
      p += blanks;
    } while (blanks == simd::width);
    if (p > stop) p = stop;
    if (p == stop) {
      after_blank = true;
      continue;
    }
    if (*p == '#') continue;
    const auto spaces = static_cast<unsigned>(p - raw);
    fault_ = LineFault::none;
    // Most lines are as deep as the one before, and dividing is slow.
    if (spaces != spaces_) {
      spaces_ = spaces;
      depth_ = spaces / indent_size_;
      even_ = spaces % indent_size_ == 0;
    }
    unsigned depth = depth_;
    if (*p == '\t') [[unlikely]] {
      unsigned tabs = 0;
      unsigned all_blanks = spaces;
      for (; p != stop && (*p == ' ' || *p == '\t'); ++p)
        ++(*p == '\t' ? tabs : all_blanks);
      if (p == stop && lenient_) {
        tabbed_blank_ = raw;
        after_blank = true;
        continue;
      }
      fault_ = LineFault::tab_indentation;
      depth = tabs + all_blanks / indent_size_;
    } else if (!even_) {
      fault_ = LineFault::odd_indentation;
    }
    line_ = {p, stop, raw, depth, after_blank};
    has_line_ = true;
    return;
  }
  line_ = {end_, end_, end_, 0, after_blank};
  has_line_ = false;
}

}  // namespace laconic::toon

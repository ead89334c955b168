// gcf_lines.hpp - the lines of a payload: indentation, comments, blank lines.
#pragma once

#include <cstddef>
#include <cstdint>

namespace laconic::gcf {

/// A line that says something. Its end is looked for only when needed: rows of tables
/// are read cell by cell and find it on the way.
struct Line {
  const char* raw;    // before the indentation
  const char* start;  // behind the indentation
  unsigned indent;    // levels
};

enum class LineState : std::uint8_t { content, end, tab_indentation, odd_indentation };

/// Steps through the lines. The text must end in a newline (which need not belong to
/// it) followed by padding.
class LineCursor {
 public:
  void reset(const char* position, const char* text_end) noexcept {
    position_ = position;
    text_end_ = text_end;
    peeked_ = false;
  }

  /// The next line with content; `line` stays the same until `advance`.
  [[nodiscard]] LineState peek(Line& line) noexcept {
    if (!peeked_) {
      state_ = find();
      peeked_ = true;
    }
    line = line_;
    return state_;
  }
  /// Goes on behind the line that ends with the newline at `newline`.
  void advance(const char* newline) noexcept {
    position_ = newline + 1;
    peeked_ = false;
  }
  /// Takes an odd or tabbed line as if it had this indentation.
  void accept(unsigned indent) noexcept {
    line_.indent = indent;
    state_ = LineState::content;
  }
  [[nodiscard]] const char* position() const noexcept { return position_; }
  void stop_at(const char* text_end) noexcept { text_end_ = text_end; }

 private:
  LineState find() noexcept {
    while (true) {
      if (position_ >= text_end_) {
        line_ = {text_end_, text_end_, 0};
        return LineState::end;
      }
      const char* p = position_;
      if (static_cast<unsigned char>(*p) > '#') [[likely]] {  // neither blank nor comment
        line_ = {p, p, 0};
        return LineState::content;
      }
      while (*p == ' ')
        ++p;
      const char* const start = p;
      // Blank and comment lines say nothing, whatever their indentation.
      while (*p == ' ' || *p == '\t')
        ++p;
      if (*p == '\n' || (*p == '\r' && p[1] == '\n')) {
        position_ = p + (*p == '\n' ? 1 : 2);
        continue;
      }
      if (*p == '#' && p[1] == ' ' && p == start) {
        while (*p != '\n')
          ++p;
        position_ = p + 1;
        continue;
      }
      const auto spaces = static_cast<std::size_t>(start - position_);
      line_ = {position_, p, static_cast<unsigned>(spaces / 2)};
      if (p != start) return LineState::tab_indentation;
      return spaces % 2 == 0 ? LineState::content : LineState::odd_indentation;
    }
  }

  const char* position_ = nullptr;
  const char* text_end_ = nullptr;
  Line line_{};
  LineState state_ = LineState::end;
  bool peeked_ = false;
};

}  // namespace laconic::gcf

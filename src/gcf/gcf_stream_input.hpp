// gcf_stream_input.hpp - text that comes in pieces, as whole lines with their places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include <laconic/error.hpp>

#include "gcf/gcf_lines.hpp"

namespace laconic::gcf {

/// Bytes behind a text that readers may look at.
inline constexpr std::size_t stream_padding = 64;

/// Holds what was fed and not yet used. Every line is checked once, when it is reached: its
/// length, then its bytes, so that the first fault is the same whatever pieces it came in.
class StreamInput {
 public:
  enum class Look : std::uint8_t { ready, wait, end, failed };

  explicit StreamInput(std::uint64_t max_unit_bytes) : max_unit_bytes_(max_unit_bytes) {
    reserve(4096);
  }

  /// Returns how many bytes in front are gone; positions become smaller by that.
  std::size_t feed(std::string_view bytes);
  void finish() noexcept;

  /// The line at `used`, as it stands but for its end.
  [[nodiscard]] Look line(std::string_view& line);
  /// The next line with content from `from` on. `from` moves over lines that say nothing.
  /// A unit is what started at `used` and may not end there.
  [[nodiscard]] Look content(std::size_t& from, bool in_unit, Line& line, bool& is_odd);
  /// Whether `used` and `end` are not too far apart.
  [[nodiscard]] bool check_unit(std::size_t end) { return check_length(used, end); }
  /// Checks complete lines up to `end`.
  [[nodiscard]] bool admit(std::size_t end, bool in_unit);
  [[nodiscard]] const Error& error() const noexcept { return error_; }

  /// Behind the line that starts at `start`, but not behind the text.
  [[nodiscard]] std::size_t behind_line(const char* start) const noexcept;
  [[nodiscard]] std::size_t at(const char* p) const noexcept {
    return static_cast<std::size_t>(p - data_.get());
  }
  [[nodiscard]] const char* data() const noexcept { return data_.get(); }
  [[nodiscard]] const char* lines_end() const noexcept { return data_.get() + lines_end_; }
  /// Of a position in the whole text.
  [[nodiscard]] std::uint64_t offset(std::size_t position) const noexcept {
    return base_ + position;
  }
  [[nodiscard]] std::uint64_t end_offset() const noexcept { return base_ + size_; }
  /// The last byte so far ends a line; true of no bytes.
  [[nodiscard]] bool ends_line() const noexcept { return last_byte_ == '\n'; }

  /// Line and column of an offset. It may not lie in front of `used`, nor of an offset that
  /// was asked for before: lines are counted once. 0:0 says that it is gone.
  [[nodiscard]] Location place(std::uint64_t offset) noexcept;

  std::size_t used = 0;  // what was read: always whole lines

 private:
  void reserve(std::size_t wanted);
  bool fail(Errc code, std::size_t position, std::string detail);
  bool check_length(std::size_t start, std::size_t end);
  bool check_utf8(std::size_t end);
  void count_lines(std::size_t end) noexcept;

  std::uint64_t max_unit_bytes_;
  std::unique_ptr<char[]> data_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
  std::size_t lines_end_ = 0;  // behind the last complete line
  std::size_t admitted_ = 0;   // what was checked
  std::size_t valid_ = 0;      // what is known to be UTF-8
  std::size_t doubtful_ = 0;   // up to here there is a byte that is not UTF-8
  std::uint64_t base_ = 0;     // of the buffer in the whole text
  std::size_t counted_ = 0;    // up to here lines are counted; the start of one
  std::uint64_t lines_ = 0;
  bool finished_ = false;
  char last_byte_ = '\n';
  Error error_{Errc::invalid_utf8, 0, {}};
};

}  // namespace laconic::gcf

// record_splitter.hpp - the records of NDJSON or of one JSON array, from pieces of text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <laconic/error.hpp>

namespace laconic::cli {

/// One record as it stands in the text; it need not be valid.
struct Record {
  std::string_view text;  // until more is fed
  std::uint64_t offset;
  Location start;
};

/// Cuts a text into records without keeping it. A text that starts with [ is an array, any
/// other one has a record on each line that is not blank.
class RecordSplitter {
 public:
  enum class Step : unsigned char { record, more, end, failed };

  void feed(std::string_view bytes);
  void finish() noexcept { finished_ = true; }
  [[nodiscard]] Step next(Record& record);
  /// After `failed`: what is wrong between the records, and where.
  [[nodiscard]] const Error& error() const noexcept { return error_; }
  [[nodiscard]] Location location() const noexcept { return {line_, column_}; }

 private:
  enum class Mode : unsigned char { unknown, lines, array, behind_array };
  Step next_line(Record& record);
  Step next_element(Record& record);
  Step fail(Errc code, const char* detail);
  [[nodiscard]] bool is_too_long() const noexcept;
  /// Moves the start behind `end` and counts lines and columns on the way.
  void pass(std::size_t end);
  [[nodiscard]] std::string_view rest() const noexcept {
    return std::string_view(buffer_).substr(start_);
  }

  std::string buffer_;
  std::size_t start_ = 0;    // of what is not cut off yet
  std::size_t scanned_ = 0;  // what was looked at for the end of the record
  std::uint64_t base_ = 0;   // of the buffer in the whole text
  std::uint64_t line_ = 1;   // of start_
  std::uint64_t column_ = 1;
  Mode mode_ = Mode::unknown;
  bool finished_ = false;
  // inside an array
  bool in_string_ = false;
  bool escaped_ = false;
  bool any_element_ = false;
  std::size_t depth_ = 0;
  Error error_{Errc::unexpected_end, 0, {}};
};

}  // namespace laconic::cli

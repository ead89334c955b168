// gcf_delta_text.hpp - the text of a payload about changes: header, lines, tokens, errors.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <laconic/codec.hpp>
#include <laconic/error.hpp>

#include "gcf/gcf_header.hpp"
#include "gcf/gcf_lines.hpp"

namespace laconic::gcf {

/// Holds a padded copy of the text. Functions return false when `error()` was set.
class DeltaText {
 public:
  /// Checks size, UTF-8 and the header, whose profile must be `profile`.
  bool open(std::string_view text, const DecodeOptions& options, std::string_view profile);
  /// The next line, neither indented nor a comment nor the trailer. At the end of the text
  /// `at_end()` is true and the line is empty.
  bool next(std::string_view& line);
  [[nodiscard]] bool at_end() const noexcept { return ended_; }
  /// The value of a header field; empty when there is none.
  [[nodiscard]] std::string_view field(std::string_view name) const noexcept;
  [[nodiscard]] bool says(std::string_view name) const noexcept { return field(name) == "true"; }

  /// The quoted string at `p`, which is left behind the closing quote.
  bool quoted_string(const char*& p, const char* end, std::string& out);

  bool fail(const char* at, Errc code, std::string detail);
  [[nodiscard]] const Error& error() const noexcept { return error_; }
  [[nodiscard]] const char* begin() const noexcept { return text_.data(); }

 private:
  std::string text_;
  std::size_t size_ = 0;
  HeaderPairs header_;
  LineCursor lines_;
  bool ended_ = false;
  bool trailer_seen_ = false;
  Error error_{Errc::invalid_line, 0, {}};
};

}  // namespace laconic::gcf

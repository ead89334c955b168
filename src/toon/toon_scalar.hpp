// toon_scalar.hpp - TOON's scalars and keys as text (TOON 2, 7).
#pragma once

#include <span>
#include <string_view>

#include <laconic/toon.hpp>
#include <laconic/value.hpp>

#include "base/output.hpp"

namespace laconic::toon {

class ScalarWriter {
 public:
  ScalarWriter(Output& out, Delimiter delimiter) noexcept
      : out_(out), delimiter_(static_cast<char>(delimiter)) {}

  void scalar(const Value& v);
  /// Scalars with the delimiter between them; at least one.
  void cells(std::span<const Value> values);
  /// Quoted unless it is letters, digits, `_` and `.` and does not start with a digit or dot.
  /// The text is padded.
  void key(std::string_view text);
  /// A string that is the whole document.
  void root_string(std::string_view text);

 private:
  void string(std::string_view text);
  void quoted(std::string_view text);
  void number(const Value& v);
  char* bare_string(char* p, std::string_view text);
  static char* bare_number(char* p, const Value& v);

  Output& out_;
  char delimiter_;
};

}  // namespace laconic::toon

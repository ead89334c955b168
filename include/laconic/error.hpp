// error.hpp - how laconic reports failure: a code, a byte offset, a sentence.
#pragma once

#include <cassert>
#include <cstdint>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include <laconic/export.hpp>

namespace laconic {

/// Every way in which laconic can refuse. Numbers are permanent, grouped in
/// hundreds by family; `slug` gives the permanent spelling. docs/errors.md shows
/// the smallest input that causes each one.
enum class Errc : std::uint16_t {
  // bytes
  invalid_utf8 = 100,
  invalid_escape = 101,
  invalid_surrogate = 102,
  unterminated_quote = 103,
  invalid_character = 104,
  // structure
  unexpected_end = 200,
  unexpected_character = 201,
  trailing_characters = 202,
  invalid_number = 203,
  duplicate_key = 210,
  duplicate_field_name = 211,
  duplicate_header_field = 212,
  duplicate_attachment = 213,
  duplicate_group = 214,
  count_mismatch = 220,
  invalid_count = 221,
  row_width_mismatch = 222,
  inline_width_mismatch = 223,
  tab_indentation = 230,
  invalid_indent = 231,
  // values
  out_of_range = 300,
  not_representable = 301,
  not_lossless = 302,
  // limits
  depth_exceeded = 400,
  size_exceeded = 401,
  limit_exceeded = 402,
  // formats
  missing_header = 500,
  missing_profile = 501,
  unknown_profile = 502,
  malformed_header_field = 503,
  invalid_missing = 510,
  invalid_attachment_marker = 511,
  invalid_item_id = 512,
  orphan_attachment = 513,
  orphan_inline_attachment = 514,
  missing_attachment = 515,
  invalid_const_value = 516,
  no_bare_column = 517,
  invalid_group_header = 518,
  invalid_line = 519,
  invalid_key = 520,
  invalid_node_line = 530,
  invalid_symbol_id = 531,
  invalid_score = 532,
  invalid_edge_syntax = 533,
  unknown_edge_reference = 534,
  // deltas
  malformed_delta = 600,
  base_mismatch = 601,
  root_mismatch = 602,
  delta_invalid = 603,
  unresolved_reference = 604,
  not_a_full_payload = 605,
  // laconic itself
  out_of_memory = 900,
  io_failed = 901,
  unsupported = 902,
  bad_usage = 903,
  unknown_format = 904,
};

/// The permanent spelling of a code, for example "duplicate_key"; GCF's own name
/// where GCF has one. Never empty.
[[nodiscard]] LACONIC_API std::string_view slug(Errc code) noexcept;

/// One failure. `offset` counts bytes of the text that was read (0 when no text
/// was involved); `detail` says what was found, what was expected, and the remedy.
struct Error {
  Errc code;
  std::uint64_t offset = 0;
  std::string detail;

  /// "slug: detail", the form that GCF's conformance suite looks at.
  [[nodiscard]] LACONIC_API std::string message() const;
};

/// Something a conversion could not carry, or found wrong and went on with.
struct Loss {
  std::string what;  ///< a sentence
};

/// The result of a function that has nothing to return but success.
struct Done {};

/// A value or an Error. Test it before use; `*r` on a failure is a bug that
/// asserts in debug builds. Movable, and as thread-safe as T.
///
///     auto doc = laconic::json::decode("[1,2]");
///     if (!doc) return report(doc.error());
///     use(doc->root());
///
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : ok_(true) { new (&value_) T(std::move(value)); }
  Result(Error error) : ok_(false) { new (&error_) Error(std::move(error)); }
  Result(Result&& other) noexcept : ok_(other.ok_) {
    if (ok_) {
      new (&value_) T(std::move(other.value_));
    } else {
      new (&error_) Error(std::move(other.error_));
    }
  }
  Result& operator=(Result&& other) noexcept {
    if (this != &other) {
      this->~Result();
      new (this) Result(std::move(other));
    }
    return *this;
  }
  ~Result() {
    if (ok_) {
      value_.~T();
    } else {
      error_.~Error();
    }
  }

  [[nodiscard]] explicit operator bool() const noexcept { return ok_; }
  [[nodiscard]] bool ok() const noexcept { return ok_; }
  [[nodiscard]] T& operator*() & noexcept { return assert(ok_), value_; }
  [[nodiscard]] const T& operator*() const& noexcept { return assert(ok_), value_; }
  [[nodiscard]] T&& operator*() && noexcept { return assert(ok_), std::move(value_); }
  [[nodiscard]] T* operator->() noexcept { return assert(ok_), &value_; }
  [[nodiscard]] const T* operator->() const noexcept { return assert(ok_), &value_; }
  [[nodiscard]] const Error& error() const noexcept { return assert(!ok_), error_; }

 private:
  bool ok_;
  union {
    T value_;
    Error error_;
  };
};

/// A place in a text, both 1-based. Columns count Unicode scalar values; a CRLF
/// ends one line, a tab is one column.
struct Location {
  std::uint64_t line;
  std::uint64_t column;
};

/// Where `offset` stands in `text`. An offset past the end is the end.
[[nodiscard]] LACONIC_API Location locate(std::string_view text, std::uint64_t offset) noexcept;

/// A report for people, ending in a newline:
///
///     orders.json:3:14: error[duplicate_key]: member "id" occurs twice
///       {"id":1, "id":2}
///                ^
///
/// Control characters of the quoted line are replaced, and a long line is cut
/// around the place, so the report is safe to print on a terminal.
[[nodiscard]] LACONIC_API std::string describe(std::string_view name, std::string_view text,
                                               const Error& error);

}  // namespace laconic

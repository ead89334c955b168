// builder.hpp - documents made by hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic {

/// Makes a Document from calls in document order. All text is copied. The first
/// mistake (a key twice, a value without a key, nesting too deep, a number that is
/// no number) is remembered, later calls do nothing, and `finish` reports it.
/// One builder belongs to one thread.
///
///     laconic::Builder b;
///     b.begin_object().key("id").integer(7).key("tags").begin_array();
///     b.string("a").string("b").end_array().end_object();
///     auto doc = b.finish();
///     assert(doc && doc->root().size() == 2);
///
class LACONIC_API Builder {
 public:
  /// `max_depth` is capped at 1,024.
  explicit Builder(unsigned max_depth = 512);
  Builder(Builder&& other) noexcept;
  Builder& operator=(Builder&& other) noexcept;
  ~Builder();

  Builder& null();
  Builder& boolean(bool value);
  Builder& integer(std::int64_t value);
  /// A value above int64 becomes a big_number: exact, but not every format takes it.
  Builder& unsigned_integer(std::uint64_t value);
  /// NaN and infinities are refused (out_of_range).
  Builder& real(double value);
  /// A number in JSON's grammar, kept exactly.
  Builder& number(std::string_view lexeme);
  /// `value` must be UTF-8.
  Builder& string(std::string_view value);
  /// A copy of a value of any document.
  Builder& value(Value value);

  Builder& begin_array();
  Builder& end_array();
  Builder& begin_object();
  Builder& key(std::string_view key);
  Builder& end_object();

  /// The document, once exactly one complete value was given. The builder is then
  /// empty and may be used again.
  [[nodiscard]] Result<Document> finish();

 private:
  struct Impl;
  Impl* impl_;
};

}  // namespace laconic

// json_tokens.hpp - strings, numbers and members for readers of formats that extend JSON.
//
// Here and not in the JSON room, whose reader lives on simdjson's list of tokens: that list
// does not exist for a text that is no JSON.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include <laconic/error.hpp>
#include <laconic/value.hpp>

#include "value/store.hpp"
#include "value/value_stack.hpp"

namespace laconic::detail {

/// Bytes of zero that have to follow the text of a reader.
inline constexpr std::size_t reader_padding = 64;

/// A copy of the text in the document, with padding; nullptr when memory is out.
[[nodiscard]] const char* keep_padded(TreeMaker& maker, std::string_view text) noexcept;

/// An object in the making.
struct OpenObject {
  /// The places of keys, worked out when one occurs a second time.
  struct Places {
    std::unordered_map<std::uint32_t, std::uint32_t> by_key;
    std::uint32_t known = 0;
  };
  ShapeCursor cursor;
  std::size_t first;  ///< of its values on the stack
  std::unique_ptr<Places> places;
};

/// What such readers are derived from. The text is padded, ends where `end` points, and lives
/// as long as the maker. Functions return false after a fault, which `error()` tells.
class JsonTokens {
 public:
  JsonTokens(const char* text, const char* end, bool lenient, TreeMaker& maker) noexcept
      : text_(text), end_(end), lenient_(lenient), maker_(maker) {}
  [[nodiscard]] const Error& error() const noexcept { return error_; }

 protected:
  bool fail(const char* p, Errc code, std::string detail);
  /// What is missing at `p`: "a value".
  bool fail_expected(const char* p, std::string_view what);
  /// A fault that lenient readers note and accept.
  bool recover(const char* p, Errc code, std::string_view detail);
  /// Adds a note, if the limit of 10,000 allows it.
  bool note(Note::Type type, const char* p, Errc code, std::string_view detail);
  bool out_of_memory(const char* p);
  /// Takes over what stopped the maker.
  bool check_maker(const char* p);
  /// One level deeper, if the limit allows it.
  bool enter(const char* p);

  /// The string whose opening quote is at `p`, which then stands behind the closing one.
  bool string(const char*& p, std::string_view& out);
  /// The number at `p`, which then stands behind it. Nothing that belongs to a word may follow.
  bool number(const char*& p, Value& out);

  void begin(OpenObject& object);
  /// Adds a member; the value comes later, by `set_member` with the same place. A repeated key
  /// is refused, or has its old place again when the reader is lenient. The key is padded.
  bool add_member(const char* at, std::string_view key, OpenObject& object, std::uint32_t& place);
  void set_member(OpenObject& object, std::uint32_t place, const Value& value);
  bool finish(const char* at, OpenObject& object, Value& out);

  [[nodiscard]] std::uint64_t offset(const char* p) const noexcept {
    return static_cast<std::uint64_t>(p - text_);
  }

  const char* text_;
  const char* end_;
  bool lenient_;
  TreeMaker& maker_;
  ValueStack values_;
  unsigned level_ = 0;
  unsigned notes_ = 0;
  Error error_{Errc::unexpected_character, 0, {}};
};

}  // namespace laconic::detail

// json_spans.hpp - where the parts of a JSON text are, without reading them into anything.
//
// A message is forwarded byte for byte except for the spans that are replaced, so all that is
// needed of it are places. Strings and nesting are followed exactly; what numbers and literals
// say is left to whoever reads the span.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace laconic::mcp {

/// Levels of nesting that are followed; deeper messages are forwarded unread.
inline constexpr unsigned max_message_depth = 512;

/// Where long strings end. A message is walked level by level, and its longest string, which
/// is most of it, stands on the innermost: with this it is followed only once.
class LongStrings {
 public:
  [[nodiscard]] const char* find(const char* start) const noexcept {
    for (const Entry& entry : entries_) {
      if (entry.start == start) return entry.end;
    }
    return nullptr;
  }
  void add(const char* start, const char* end) noexcept {
    constexpr std::ptrdiff_t long_string = 512;
    if (end - start < long_string) return;
    entries_[next_] = {start, end};
    next_ = (next_ + 1) % size;
  }

 private:
  struct Entry {
    const char* start = nullptr;
    const char* end = nullptr;
  };
  static constexpr std::size_t size = 4;
  Entry entries_[size];
  std::size_t next_ = 0;
};

/// Behind the value that starts at `p` (blanks before it are skipped), or nullptr when there is
/// none, or it is not closed, or nested too deep.
[[nodiscard]] const char* skip_value(const char* p, const char* end,
                                     LongStrings* strings = nullptr) noexcept;
[[nodiscard]] const char* skip_blanks(const char* p, const char* end) noexcept;
/// Behind the closing quote of the string that starts at `p`, or nullptr.
[[nodiscard]] const char* skip_string(const char* p, const char* end,
                                      LongStrings* strings = nullptr) noexcept;

/// Walks over the members of an object or the items of an array. The views point into the text.
///
///     for (SpanWalk walk(text); walk.next();) use(walk.key(), walk.value());
///     if (walk.failed()) ...
///
class SpanWalk {
 public:
  /// `text` is one object or array, blanks around it are allowed.
  explicit SpanWalk(std::string_view text, LongStrings* strings = nullptr) noexcept;

  [[nodiscard]] bool next() noexcept;
  /// The text is no object or array, or is broken before its end.
  [[nodiscard]] bool failed() const noexcept { return failed_; }
  [[nodiscard]] bool is_object() const noexcept { return close_ == '}'; }
  [[nodiscard]] bool is_array() const noexcept { return close_ == ']'; }

  /// The bytes between the quotes of the member's name, escapes and all.
  [[nodiscard]] std::string_view key() const noexcept { return key_; }
  [[nodiscard]] std::string_view value() const noexcept { return value_; }
  /// The member with its name, without commas.
  [[nodiscard]] std::string_view member() const noexcept { return member_; }

 private:
  bool fail() noexcept;

  const char* p_;
  const char* end_;
  LongStrings* strings_;
  char close_ = 0;
  bool first_ = true;
  bool failed_ = false;
  std::string_view key_;
  std::string_view value_;
  std::string_view member_;
};

struct SpanMember {
  std::string_view key;
  std::string_view value;
  std::string_view member;  ///< name and value
};

/// Members of one object by name.
class Members {
 public:
  explicit Members(std::string_view object, LongStrings* strings = nullptr) noexcept;
  /// The value of the member, or nothing.
  [[nodiscard]] std::string_view find(std::string_view name) const noexcept;
  /// Likewise with its name.
  [[nodiscard]] std::string_view find_member(std::string_view name) const noexcept;
  [[nodiscard]] std::span<const SpanMember> all() const noexcept { return {all_, count_}; }
  /// Only such objects are edited: no name twice, none with an escape, not broken, and not
  /// more members than messages have.
  [[nodiscard]] bool is_plain() const noexcept { return is_plain_; }

 private:
  static constexpr std::size_t most = 64;
  SpanMember all_[most];
  std::size_t count_ = 0;
  bool is_plain_ = false;
};

/// What has to go for the member to be gone from the object: the member and one comma beside
/// it. Both are views into one text.
[[nodiscard]] std::string_view cut_of_member(std::string_view object,
                                             std::string_view member) noexcept;

/// A JSON string in quotes, with the escapes that JSON demands and no others.
void append_json_string(std::string& out, std::string_view text);

/// The text of a JSON string in quotes. False when it is no valid JSON string of Unicode text.
[[nodiscard]] bool read_json_string(std::string_view quoted, std::string& out);

/// Whether a value is a string in quotes with exactly this text, spelled without escapes.
[[nodiscard]] bool is_string(std::string_view value, std::string_view text) noexcept;

}  // namespace laconic::mcp

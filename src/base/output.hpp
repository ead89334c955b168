// output.hpp - the buffer that writers write to.
//
// Writers reserve once per piece and then store without checks, whole vectors at a
// time: every reservation leaves `slack` bytes behind what was asked for. What is written
// goes to a small buffer first, which stays in the cache, and from there to the result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include <laconic/error.hpp>

namespace laconic {

class Output {
 public:
  static constexpr std::size_t slack = 64;

  /// `expected_bytes` is a guess at the length of the result; a good one saves copies.
  explicit Output(std::uint64_t max_bytes, std::uint64_t expected_bytes = 0);
  /// Keeps nothing and only counts.
  struct Counting {};
  explicit Output(Counting) noexcept : max_bytes_(~std::uint64_t{0}), counting_(true) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Room for `size` bytes and the slack. The caller stores from the returned pointer and
  /// calls `advance_to`. When the limit is passed, the text goes nowhere from then on, and
  /// `finish` says so.
  [[nodiscard]] char* reserve(std::size_t size) {
    if (static_cast<std::size_t>(end_ - next_) < size + slack) return reserve_slow(size);
    return next_;
  }
  void advance_to(char* next) noexcept { next_ = next; }

  void put(char c) {
    char* p = reserve(1);
    *p = c;
    next_ = p + 1;
  }
  void put(std::string_view text) {
    char* p = reserve(text.size());
    std::memcpy(p, text.data(), text.size());
    next_ = p + text.size();
  }
  /// A literal: its size is known, so no call is made.
  template <std::size_t size>
  void put_literal(const char (&text)[size]) {
    char* p = reserve(size - 1);
    std::memcpy(p, text, size - 1);
    next_ = p + (size - 1);
  }
  void put_unsigned(std::uint64_t value);
  /// Changes or takes back the last byte; it must have been put just now.
  void replace_last(char c) noexcept { next_[-1] = c; }
  void drop_last() noexcept { --next_; }

  /// Bytes written so far.
  [[nodiscard]] std::uint64_t size() const noexcept {
    return flushed_ + static_cast<std::uint64_t>(next_ - buffer_.get());
  }
  /// Of a counting output: as if `bytes` more had been put, or as if only `size` had.
  void skip(std::uint64_t bytes) noexcept { flushed_ += bytes; }
  void rewind(std::uint64_t size) noexcept {
    flushed_ = size;
    next_ = buffer_.get();
  }
  /// True when the rest is pointless: the result will be an error.
  [[nodiscard]] bool failed() const noexcept { return failed_; }

  /// The text, or size_exceeded.
  [[nodiscard]] Result<std::string> finish();

 private:
  char* reserve_slow(std::size_t size);
  void flush();

  std::unique_ptr<char[]> buffer_;
  char* next_ = nullptr;
  char* end_ = nullptr;
  std::string result_;
  std::uint64_t flushed_ = 0;
  std::uint64_t max_bytes_;
  bool failed_ = false;
  bool counting_ = false;
};

}  // namespace laconic

// output.hpp - the buffer that writers write to.
//
// Writers reserve once per piece and then store without checks, whole vectors at a
// time: every reservation leaves `slack` bytes behind what was asked for. Memory
// comes in pieces that are never moved; the text is put together once, at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include <laconic/error.hpp>

namespace laconic {

class Output {
 public:
  static constexpr std::size_t slack = 64;

  explicit Output(std::uint64_t max_bytes) noexcept : max_bytes_(max_bytes) {}
  /// Keeps nothing and only counts.
  struct Counting {};
  explicit Output(Counting) noexcept : max_bytes_(~std::uint64_t{0}), counting_(true) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();

  /// Room for `size` bytes and the slack. The caller stores from the returned
  /// pointer and calls `advance_to`. Never fails: when the limit is passed or memory
  /// is out, the text written from then on goes nowhere and `finish` says so.
  [[nodiscard]] char* reserve(std::size_t size) noexcept {
    if (static_cast<std::size_t>(end_ - next_) < size + slack) return reserve_slow(size);
    return next_;
  }
  void advance_to(char* next) noexcept { next_ = next; }

  void put(char c) noexcept {
    char* p = reserve(1);
    *p = c;
    next_ = p + 1;
  }
  void put(std::string_view text) noexcept {
    char* p = reserve(text.size());
    std::memcpy(p, text.data(), text.size());
    next_ = p + text.size();
  }
  /// A literal: its size is known, so no call is made.
  template <std::size_t size>
  void put_literal(const char (&text)[size]) noexcept {
    char* p = reserve(size - 1);
    std::memcpy(p, text, size - 1);
    next_ = p + (size - 1);
  }
  void put_unsigned(std::uint64_t value) noexcept;
  /// Changes or takes back the last byte; it must have been put just now.
  void replace_last(char c) noexcept { next_[-1] = c; }
  void drop_last() noexcept { --next_; }

  /// Bytes written so far.
  [[nodiscard]] std::uint64_t size() const noexcept {
    return full_bytes_ + static_cast<std::uint64_t>(next_ - start_);
  }
  /// Of a counting output: as if `bytes` more had been put, or as if only `size` had.
  void skip(std::uint64_t bytes) noexcept { full_bytes_ += bytes; }
  void rewind(std::uint64_t size) noexcept {
    full_bytes_ = size;
    next_ = start_;
  }
  /// True when the rest is pointless: the result will be an error.
  [[nodiscard]] bool failed() const noexcept { return failure_ != nullptr; }

  /// The text, or size_exceeded, or out_of_memory.
  [[nodiscard]] Result<std::string> finish();

 private:
  struct Piece;
  char* reserve_slow(std::size_t size) noexcept;

  char* start_ = nullptr;  // of the newest piece
  char* next_ = nullptr;
  char* end_ = nullptr;
  Piece* pieces_ = nullptr;  // newest first
  std::uint64_t full_bytes_ = 0;
  std::uint64_t max_bytes_;
  const char* failure_ = nullptr;
  bool out_of_memory_ = false;
  bool counting_ = false;
};

}  // namespace laconic

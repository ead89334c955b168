// output.cpp - from the small buffer to the result.
#include "base/output.hpp"

#include <algorithm>
#include <charconv>

namespace laconic {
namespace {

// Small documents should not pay for a large buffer; large ones gain from one that just
// fits the second-level cache beside the document's values.
constexpr std::size_t first_buffer = std::size_t{4} << 10;
constexpr std::size_t usual_buffer = std::size_t{128} << 10;

}  // namespace

Output::Output(std::uint64_t max_bytes, std::uint64_t expected_bytes) : max_bytes_(max_bytes) {
  result_.reserve(static_cast<std::size_t>(std::min(max_bytes, expected_bytes)));
}

void Output::flush() {
  const auto bytes = static_cast<std::size_t>(next_ - buffer_.get());
  if (!counting_ && !failed_) {
    failed_ = flushed_ + bytes > max_bytes_;
    if (!failed_ && bytes != 0) result_.append(buffer_.get(), bytes);
  }
  flushed_ += bytes;
  next_ = buffer_.get();
}

char* Output::reserve_slow(std::size_t size) {
  flush();
  const auto capacity = static_cast<std::size_t>(end_ - buffer_.get());
  if (capacity < size + slack || capacity < usual_buffer) {
    const std::size_t grown = std::max(capacity == 0 ? first_buffer : usual_buffer, size + slack);
    buffer_.reset(new char[grown]);
    next_ = buffer_.get();
    end_ = next_ + grown;
  }
  return next_;
}

void Output::put_unsigned(std::uint64_t value) {
  char* p = reserve(20);
  next_ = std::to_chars(p, p + 20, value).ptr;
}

Result<std::string> Output::finish() {
  flush();
  if (failed_) {
    return Error{Errc::size_exceeded, 0,
                 "the encoded text is longer than the limit of " + std::to_string(max_bytes_) +
                     " bytes; raise max_bytes or write less"};
  }
  return std::move(result_);
}

}  // namespace laconic

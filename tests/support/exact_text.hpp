// exact_text.hpp - inputs in heap blocks of exactly their size.
#pragma once

#include <cstddef>
#include <string_view>

namespace laconic::support {

/// A copy of a text in a heap block that ends where the text ends, so that the
/// address sanitizer sees a reader that looks one byte too far.
class ExactText {
 public:
  explicit ExactText(std::string_view text);
  ExactText(const ExactText&) = delete;
  ExactText& operator=(const ExactText&) = delete;
  ~ExactText();

  // Implicit, so that it can be handed to whatever takes a text.
  operator std::string_view() const { return {data_, size_}; }

 private:
  char* data_;
  std::size_t size_;
};

/// `laconic::json::decode(exact(text))`: the copy lives until the call is over.
[[nodiscard]] inline ExactText exact(std::string_view text) {
  return ExactText(text);
}

/// The byte offset that a caret drawn under a C++ literal points at. In `text` each
/// of \n \r \t \0 \" \\ takes two columns of source and any other control or
/// non-ASCII byte, written \xNN, takes four. A caret behind the text is its end.
[[nodiscard]] std::size_t caret_offset(std::string_view text, std::string_view drawing);

}  // namespace laconic::support

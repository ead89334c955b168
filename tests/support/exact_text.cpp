// exact_text.cpp - inputs in heap blocks of exactly their size.
#include "exact_text.hpp"

#include <cstdlib>
#include <cstring>

namespace laconic::support {

ExactText::ExactText(std::string_view text) : data_(new char[text.size()]), size_(text.size()) {
  if (!text.empty()) std::memcpy(data_, text.data(), text.size());
}

ExactText::~ExactText() {
  delete[] data_;
}

std::size_t caret_offset(std::string_view text, std::string_view drawing) {
  const std::size_t column = drawing.find('^');
  if (column == std::string_view::npos) std::abort();
  std::size_t at = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (at >= column) return i;
    const auto byte = static_cast<unsigned char>(text[i]);
    switch (byte) {
      case '\n':
      case '\r':
      case '\t':
      case '\0':
      case '"':
      case '\\': at += 2; break;
      default: at += byte < 0x20 || byte >= 0x7f ? 4 : 1;
    }
  }
  return text.size();
}

}  // namespace laconic::support

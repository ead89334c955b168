// text_check.cpp - the size and the encoding of a text.
#include "text/text_check.hpp"

#include <string>

#include "text/utf8.hpp"

namespace laconic {

Result<Done> check_size(std::string_view text, std::uint64_t max_bytes) {
  if (text.size() > max_bytes || text.size() > 0xFFFFFF00U) {
    return Error{Errc::size_exceeded, 0,
                 "the text has " + std::to_string(text.size()) + " bytes; the limit is " +
                     std::to_string(max_bytes)};
  }
  return Done{};
}

Result<Done> check_text(std::string_view text, std::uint64_t max_bytes) {
  if (auto fits = check_size(text, max_bytes); !fits) return fits;
  if (!is_utf8(text)) {
    return Error{Errc::invalid_utf8, first_bad_utf8(text), "the text is not UTF-8"};
  }
  return Done{};
}

}  // namespace laconic

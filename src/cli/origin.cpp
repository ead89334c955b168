// origin.cpp - where in the source a value stands that could not be written.
#include "cli/origin.hpp"

#include <algorithm>
#include <cstddef>

namespace laconic::cli {
namespace {

constexpr std::string_view number_characters = "+-.0123456789Ee";

/// The end of the string whose opening quote is at `start`.
std::size_t skip_string(std::string_view text, std::size_t start) noexcept {
  std::size_t i = start + 1;
  while (i < text.size() && text[i] != '"')
    i += text[i] == '\\' ? 2 : 1;
  return i + 1;
}

}  // namespace

std::optional<std::uint64_t> find_origin(std::string_view text, const Error& error) {
  if (error.code != Errc::out_of_range) return std::nullopt;
  // A long number is cut in the message: "123456... is outside".
  std::string_view number = std::string_view(error.detail).substr(0, error.detail.find(' '));
  const bool cut = number.ends_with("...");
  if (cut) number.remove_suffix(3);
  if (number.empty()) return std::nullopt;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') {
      i = skip_string(text, i);
    } else if (text[i] == '-' || (text[i] >= '0' && text[i] <= '9')) {
      const std::size_t end = std::min(text.find_first_not_of(number_characters, i), text.size());
      const std::string_view token = text.substr(i, end - i);
      if (cut ? token.starts_with(number) : token == number) return i;
      i = end;
    } else {
      ++i;
    }
  }
  return std::nullopt;
}

}  // namespace laconic::cli

// ascii.hpp - digits, letters and dates of ASCII texts, whatever the locale says.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace laconic {

[[nodiscard]] inline bool is_digit(char c) noexcept {
  return static_cast<unsigned char>(c - '0') < 10;
}

[[nodiscard]] inline bool is_letter(char c) noexcept {
  return static_cast<unsigned char>((c | 0x20) - 'a') < 26;
}

[[nodiscard]] inline char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Equal but for the case of letters.
[[nodiscard]] inline bool same_letters(std::string_view a, std::string_view b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

/// Takes `c` off the front if it stands there.
inline bool take(std::string_view& text, char c) noexcept {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

/// Takes `count` digits off the front; -1 when there are fewer.
inline int take_digits(std::string_view& text, std::size_t count) noexcept {
  if (text.size() < count) return -1;
  int value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_digit(text[i])) return -1;
    value = 10 * value + (text[i] - '0');
  }
  text.remove_prefix(count);
  return value;
}

/// Takes a date that exists, 2024-02-29, off the front.
inline bool take_date(std::string_view& text) noexcept {
  const int year = take_digits(text, 4);
  if (year < 0 || !take(text, '-')) return false;
  const int month = take_digits(text, 2);
  if (month < 1 || month > 12 || !take(text, '-')) return false;
  const int day = take_digits(text, 2);
  constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return day >= 1 && day <= days[month - 1] + (month == 2 && leap ? 1 : 0);
}

}  // namespace laconic

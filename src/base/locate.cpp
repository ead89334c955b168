// locate.cpp - from a byte offset to a line, a column and a picture of the place.
//
// Readers carry byte offsets only; all of this runs on the failure path.
#include <algorithm>
#include <cstring>

#include <laconic/error.hpp>

namespace laconic {
namespace {

bool continues_character(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// Start of the line that holds `offset`.
std::size_t line_start(std::string_view text, std::size_t offset) noexcept {
  const std::size_t newline = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  return newline == std::string_view::npos ? 0 : newline + 1;
}

std::uint64_t count_characters(std::string_view text) noexcept {
  return static_cast<std::uint64_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

/// How many bytes at `text` form one character that is safe to show; 0 when none do.
std::size_t printable_length(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first >= 0x20 && first != 0x7F ? 1 : 0;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first > 0xF4 || text.size() < length) return 0;
  // Overlong forms, surrogates and what lies above U+10FFFF are no characters.
  const unsigned char second = byte(1);
  if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F)) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if (!continues_character(text[i])) return 0;
  }
  if (first == 0xC2 && byte(1) < 0xA0) return 0;  // C1 controls
  // Invisible or direction-changing characters could forge the report.
  if (first == 0xE2 && byte(1) == 0x80 && (byte(2) >= 0xA8 && byte(2) <= 0xAE)) return 0;
  if (first == 0xE2 && byte(1) == 0x81 && (byte(2) >= 0xA6 && byte(2) <= 0xA9)) return 0;
  if (first == 0xEF && byte(1) == 0xBB && byte(2) == 0xBF) return 0;
  return length;
}

/// The text with everything that a terminal would act on replaced.
std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = printable_length(text);
    if (length == 0) {
      shown += text[0] == '\t' || text[0] == '\n' ? ' ' : '?';
    } else {
      shown.append(text.substr(0, length));
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return shown;
}

}  // namespace

Location locate(std::string_view text, std::uint64_t offset) noexcept {
  const std::size_t at = static_cast<std::size_t>(std::min<std::uint64_t>(offset, text.size()));
  const std::size_t start = line_start(text, at);
  const auto line =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(start), '\n');
  return {static_cast<std::uint64_t>(line) + 1,
          count_characters(text.substr(start, at - start)) + 1};
}

std::string describe(std::string_view name, std::string_view text, const Error& error) {
  const std::size_t at =
      static_cast<std::size_t>(std::min<std::uint64_t>(error.offset, text.size()));
  const Location place = locate(text, at);
  std::string report = printable(name);
  report += ':' + std::to_string(place.line) + ':' + std::to_string(place.column) + ": error[";
  report.append(slug(error.code)).append("]: ").append(printable(error.detail)).append("\n");
  // Behind the last newline there is no line to show.
  if (at == text.size() && (at == 0 || text[at - 1] == '\n')) return report;

  // At most `before` characters in front of the place and `after` behind it.
  constexpr std::size_t before = 60;
  constexpr std::size_t after = 40;
  std::size_t first = at;
  const std::size_t start = line_start(text, at);
  for (std::size_t n = 0; first > start && n < before; ++n) {
    do {
      --first;
    } while (first > start && continues_character(text[first]));
  }
  std::size_t last = std::min(text.find('\n', at), text.size());
  if (last > at && text[last - 1] == '\r') --last;
  std::string line = first > start ? "  ..." : "  ";
  std::string marker(line.size(), ' ');
  std::size_t shown = 0;
  std::size_t i = first;
  while (i < last && shown < after) {
    const std::size_t length = printable_length(text.substr(i, last - i));
    if (length == 0) {
      line += text[i] == '\t' ? ' ' : '?';
    } else {
      line.append(text.substr(i, length));
    }
    if (i < at) {
      marker += ' ';
    } else {
      ++shown;
    }
    i += length == 0 ? 1 : length;
  }
  if (i < last) line += "...";
  return report.append(line).append("\n").append(marker).append("^\n");
}

}  // namespace laconic

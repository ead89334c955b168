// goon_pieces.cpp - the pieces of a line of GOON: properties, references, counts.
#include "goon/goon_pieces.hpp"

#include <algorithm>
#include <charconv>

namespace laconic::goon {

bool take_piece(Line& line, Piece& out, Fault& fault) {
  const std::string_view text = line.text;
  const std::size_t equals = text.find_first_of("= ");
  if (equals == std::string_view::npos || text[equals] != '=' || equals == 0) {
    fault = {Errc::invalid_line, line.offset, "key=value is expected here"};
    return false;
  }
  out.key = text.substr(0, equals);
  out.offset = line.offset + equals + 1;
  std::size_t end = equals + 1;
  if (end < text.size() && text[end] == '"') {
    for (++end; end < text.size() && text[end] != '"'; ++end) {
      if (text[end] == '\\') ++end;
    }
    if (end >= text.size()) {
      fault = {Errc::unterminated_quote, out.offset, "the value has no closing quote"};
      return false;
    }
    ++end;
    if (end < text.size() && text[end] != ' ') {
      fault = {Errc::trailing_characters, line.offset + end, "a space is expected behind a value"};
      return false;
    }
  } else {
    end = std::min(text.find(' ', end), text.size());
    if (end == equals + 1) {
      fault = {Errc::invalid_line, out.offset, "a value is expected behind \"=\""};
      return false;
    }
  }
  out.value = text.substr(equals + 1, end - equals - 1);
  if (end + 1 == text.size()) {
    fault = {Errc::trailing_characters, line.offset + end, "a space at the end of the line"};
    return false;
  }
  const std::size_t next = std::min(end + 1, text.size());
  line = {text.substr(next), line.offset + next};
  return true;
}

bool unquote(std::string_view quoted, std::size_t offset, std::string& out, Fault& fault) {
  const std::string_view text = quoted.substr(1, quoted.size() - 2);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      out += text[i];
      continue;
    }
    switch (text[++i]) {  // a backslash is never last: the quote behind it would be escaped
      case '"': out += '"'; break;
      case '\\': out += '\\'; break;
      case 'n': out += '\n'; break;
      case 'r': out += '\r'; break;
      case 't': out += '\t'; break;
      default:
        fault = {Errc::invalid_escape, offset + i,
                 "an unknown escape; there are \\\\ \\\" \\n \\r \\t"};
        return false;
    }
  }
  return true;
}

bool split_reference(std::string_view text, Reference& out) noexcept {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return false;
  out.type = text.substr(0, colon);
  return read_integer(text.substr(colon + 1), out.id);
}

bool read_integer(std::string_view text, std::int64_t& out) noexcept {
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || (digits[0] == '0' && text.size() > 1)) return false;
  const auto done = std::from_chars(text.data(), text.data() + text.size(), out);
  return done.ec == std::errc() && done.ptr == text.data() + text.size();
}

bool read_count(std::string_view text, std::uint64_t& out) noexcept {
  std::int64_t value = 0;
  if (!read_integer(text, value) || value < 0) return false;
  out = static_cast<std::uint64_t>(value);
  return true;
}

bool split_group(std::string_view text, std::string_view& type, std::uint64_t& count) noexcept {
  if (!text.ends_with("):")) return false;
  const std::size_t open = text.rfind('(');
  if (open == std::string_view::npos) return false;
  type = text.substr(0, open);
  return read_count(text.substr(open + 1, text.size() - open - 3), count);
}

}  // namespace laconic::goon

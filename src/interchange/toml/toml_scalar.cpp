// toml_scalar.cpp - strings, numbers, booleans, dates and times.
#include <charconv>
#include <cstring>

#include "interchange/toml/toml_read.hpp"
#include "text/ascii.hpp"
#include "text/escape.hpp"
#include "text/numbers.hpp"
#include "text/simd.hpp"
#include "text/utf8.hpp"

namespace laconic::toml {

using detail::TreeMaker;

namespace {

bool is_control(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t') || byte == 0x7F;
}

int hex_digit(char c) noexcept {
  if (is_digit(c)) return c - '0';
  const int lower = c | 0x20;
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool take_time(std::string_view& text) noexcept {
  const int hour = take_digits(text, 2);
  if (hour < 0 || hour > 23 || !take(text, ':')) return false;
  const int minute = take_digits(text, 2);
  if (minute < 0 || minute > 59 || !take(text, ':')) return false;
  const int second = take_digits(text, 2);
  if (second < 0 || second > 59) return false;
  if (!take(text, '.')) return true;
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits]))
    ++digits;
  text.remove_prefix(digits);
  return digits != 0;
}

bool take_zone(std::string_view& text) noexcept {
  if (take(text, 'Z') || take(text, 'z')) return true;
  if (!take(text, '+') && !take(text, '-')) return false;
  const int hour = take_digits(text, 2);
  if (hour < 0 || hour > 23 || !take(text, ':')) return false;
  const int minute = take_digits(text, 2);
  return minute >= 0 && minute <= 59;
}

bool is_date_start(std::string_view text) noexcept {
  return text.size() >= 5 && is_digit(text[0]) && is_digit(text[1]) &&
         ((text[2] == ':') || (is_digit(text[2]) && is_digit(text[3]) && text[4] == '-'));
}

}  // namespace

bool Reader::keep_text(std::string_view text, Value& out) {
  const char* const kept = maker_.keep(text);
  if (kept == nullptr) return out_of_memory();
  out = TreeMaker::string(kept, text.size());
  return true;
}

bool Reader::string(std::string_view& out) {
  const char quote = *p_;
  const bool multi_line = p_[1] == quote && p_[2] == quote;
  p_ += multi_line ? 3 : 1;
  // A line end right behind the opening quotes is no content.
  if (multi_line && at_line_end()) skip_line_end();
  return quote == '"' ? basic_string(multi_line, out) : literal_string(multi_line, out);
}

/// Undoes one escape; `p` is behind the backslash, and then behind the escape.
bool Reader::escape(const char*& p, char*& to, bool multi_line) {
  const char* const at = p - 1;
  const char c = *p++;
  switch (c) {
    case 'b': *to++ = '\b'; return true;
    case 't': *to++ = '\t'; return true;
    case 'n': *to++ = '\n'; return true;
    case 'f': *to++ = '\f'; return true;
    case 'r': *to++ = '\r'; return true;
    case '"':
    case '\\': *to++ = c; return true;
    case 'u':
    case 'U': {
      char32_t point = 0;
      for (int i = c == 'u' ? 4 : 8; i > 0; --i) {
        const int digit = hex_digit(*p);
        if (digit < 0) {
          return fail(at, Errc::invalid_escape, "\\u takes four and \\U eight hexadecimal digits");
        }
        point = point << 4 | static_cast<char32_t>(digit);
        ++p;
      }
      if (point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF)) {
        return fail(at, Errc::invalid_surrogate, "this is no character");
      }
      to = put_utf8(to, point);
      return true;
    }
    default: break;
  }
  if (multi_line) {
    // A backslash at the end of a line takes all blanks and line ends with it.
    const char* q = p - 1;
    while (*q == ' ' || *q == '\t')
      ++q;
    if (*q == '\n' || (*q == '\r' && q[1] == '\n')) {
      while (*q == ' ' || *q == '\t' || *q == '\n' || (*q == '\r' && q[1] == '\n'))
        ++q;
      p = q;
      return true;
    }
  }
  return fail(at, Errc::invalid_escape,
              "the escapes are \\b \\t \\n \\f \\r \\\" \\\\ \\uXXXX \\UXXXXXXXX");
}

bool Reader::basic_string(bool multi_line, std::string_view& out) {
  const char* const start = p_;
  const char* p = start;
  while (p < end_ && *p != '"' && *p != '\\' && !is_control(*p))
    ++p;
  if (!multi_line && *p == '"') {
    out = {start, static_cast<std::size_t>(p - start)};
    p_ = p + 1;
    return true;
  }
  // Where it ends at most: strings only get shorter by undoing escapes.
  const char* close = p;
  while (close < end_ && (multi_line || *close != '\n')) {
    if (*close == '\\' && close + 1 < end_) {
      close += 2;
    } else if (*close == '"' && (!multi_line || (close[1] == '"' && close[2] == '"'))) {
      break;
    } else {
      ++close;
    }
  }
  if (close >= end_ || *close != '"') {
    return fail(start - 1, Errc::unterminated_quote,
                multi_line ? "the string is never closed by three quotes"
                           : "the closing quote is missing on this line");
  }
  // Up to two more quotes belong to the content.
  if (multi_line) {
    for (int more = 0; more < 2 && close[3] == '"'; ++more)
      ++close;
  }
  const auto room = static_cast<std::size_t>(close - start) + simd::width;
  auto* const copy = static_cast<char*>(maker_.arena().allocate(room));
  if (copy == nullptr) return out_of_memory();
  char* to = copy;
  for (p = start; p < close;) {
    if (*p == '\\') {
      ++p;
      if (!escape(p, to, multi_line)) return false;
    } else if (multi_line && *p == '\r' && p[1] == '\n') {
      ++p;
    } else if (is_control(*p) && !(multi_line && *p == '\n')) {
      return fail(p, Errc::invalid_character, "a control character; write it as an escape");
    } else {
      *to++ = *p++;
    }
  }
  std::memset(to, 0, simd::width);
  out = {copy, static_cast<std::size_t>(to - copy)};
  maker_.arena().shrink(copy, room, out.size() + simd::width);
  p_ = close + (multi_line ? 3 : 1);
  return true;
}

bool Reader::literal_string(bool multi_line, std::string_view& out) {
  const char* const start = p_;
  const char* p = start;
  bool has_returns = false;
  while (true) {
    if (p >= end_ || (!multi_line && *p == '\n')) {
      return fail(start - 1, Errc::unterminated_quote,
                  multi_line ? "the string is never closed by three quotes"
                             : "the closing quote is missing on this line");
    }
    if (*p == '\'' && (!multi_line || (p[1] == '\'' && p[2] == '\''))) break;
    if (multi_line && *p == '\r' && p[1] == '\n') {
      has_returns = true;
    } else if (is_control(*p) && !(multi_line && *p == '\n')) {
      return fail(p, Errc::invalid_character,
                  "a control character; write it as an escape, in double quotes");
    }
    ++p;
  }
  if (multi_line) {
    for (int more = 0; more < 2 && p[3] == '\''; ++more)
      ++p;
  }
  p_ = p + (multi_line ? 3 : 1);
  out = {start, static_cast<std::size_t>(p - start)};
  if (!has_returns) return true;
  std::string text;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i] != '\r') text += out[i];
  }
  const char* const kept = maker_.keep(text);
  if (kept == nullptr) return out_of_memory();
  out = {kept, text.size()};
  return true;
}

bool Reader::bare_value(Value& out) {
  const char* const start = p_;
  const auto is_part = [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' ||
           c == '-' || c == '.' || c == '_' || c == ':';
  };
  while (is_part(*p_))
    ++p_;
  std::string_view token(start, static_cast<std::size_t>(p_ - start));
  if (token.empty()) {
    return fail(p_,
                at_line_end() && p_ + 1 >= end_ ? Errc::unexpected_end : Errc::unexpected_character,
                "expected a value; text is in quotes");
  }
  if (token == "true" || token == "false") {
    out = TreeMaker::boolean(token == "true");
    return true;
  }
  if (is_date_start(token)) {
    // A blank may stand between date and time.
    if (token.size() == 10 && *p_ == ' ' && is_digit(p_[1]) && is_digit(p_[2]) && p_[3] == ':') {
      ++p_;
      while (is_part(*p_))
        ++p_;
      token = {start, static_cast<std::size_t>(p_ - start)};
    }
    return moment(token, out);
  }
  return number(token, out);
}

bool Reader::moment(std::string_view token, Value& out) {
  std::string_view rest = token;
  bool good = false;
  if (token[2] == ':') {
    good = take_time(rest);
  } else {
    good = take_date(rest);
    if (good && !rest.empty()) {
      good = (take(rest, 'T') || take(rest, 't') || take(rest, ' ')) && take_time(rest) &&
             (rest.empty() || take_zone(rest));
    }
  }
  if (!good || !rest.empty()) {
    return fail(token.data(), Errc::unexpected_character,
                "no date or time; they look like 2024-02-29T23:59:59Z");
  }
  losses_.add(static_cast<std::uint64_t>(token.data() - text_), "a date or time became text");
  std::string text(token);
  if (text.size() > 10 && text[4] == '-') text[10] = 'T';
  if (text.back() == 'z') text.back() = 'Z';
  return keep_text(text, out);
}

bool Reader::based_integer(std::string_view token, Value& out) {
  const int base = token[1] == 'x' ? 16 : token[1] == 'o' ? 8 : 2;
  std::string digits;
  bool after_digit = false;
  for (const char c : token.substr(2)) {
    if (c == '_' && after_digit) {
      after_digit = false;
      continue;
    }
    const int digit = hex_digit(c);
    if (digit < 0 || digit >= base) {
      after_digit = false;
      break;
    }
    digits += c;
    after_digit = true;
  }
  if (!after_digit) return fail(token.data(), Errc::invalid_number, "not a TOML number");
  std::int64_t value = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (read.ec != std::errc()) {
    return fail(token.data(), Errc::out_of_range, "an integer of TOML has 64 bits");
  }
  out = TreeMaker::integer(value);
  return true;
}

bool Reader::number(std::string_view token, Value& out) {
  std::string_view unsigned_token = token;
  const bool has_sign = token[0] == '+' || token[0] == '-';
  if (has_sign) unsigned_token.remove_prefix(1);
  if (unsigned_token == "inf" || unsigned_token == "nan") {
    losses_.add(static_cast<std::uint64_t>(token.data() - text_), "inf or nan became null");
    out = Value();
    return true;
  }
  if (!has_sign && token.size() > 2 && token[0] == '0' &&
      (token[1] == 'x' || token[1] == 'o' || token[1] == 'b')) {
    return based_integer(token, out);
  }
  // Without plus and underscores a number of TOML is one of JSON, but for zeros in exponents.
  std::string text;
  bool good = true;
  for (std::size_t i = token[0] == '+' ? 1 : 0; i < token.size(); ++i) {
    if (token[i] != '_') {
      text += token[i];
    } else {
      good = good && i != 0 && is_digit(token[i - 1]) && i + 1 < token.size() &&
             is_digit(token[i + 1]);
    }
  }
  if (!good || !is_number_text(text)) {
    return fail(token.data(), Errc::invalid_number,
                "not a TOML value; text is in quotes, numbers have no leading zeros");
  }
  const char* const kept = text.size() == token.size() ? token.data() : maker_.keep(text);
  if (kept == nullptr) return out_of_memory();
  const NumberToken scanned = scan_number(kept);
  if (scanned.kind == Kind::big_number && text.find_first_of(".eE") == std::string::npos) {
    return fail(token.data(), Errc::out_of_range, "an integer of TOML has 64 bits");
  }
  out = scanned.negative_zero
            ? TreeMaker::integer(0)
            : TreeMaker::number_text(scanned.kind, kept, text.size(), scanned.canonical);
  return true;
}

}  // namespace laconic::toml

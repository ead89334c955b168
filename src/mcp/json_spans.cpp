// json_spans.cpp - follows quotes and brackets.
#include "mcp/json_spans.hpp"

#include <bit>
#include <cstdint>

#include <laconic/json.hpp>

#include "text/simd.hpp"
#include "text/utf8.hpp"

namespace laconic::mcp {
namespace {

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_word(char c) noexcept {
  return c != ',' && c != ']' && c != '}' && c != ':' && c != '"' && c != '[' && c != '{' &&
         !is_blank(c);
}

}  // namespace

const char* skip_blanks(const char* p, const char* end) noexcept {
  while (p != end && is_blank(*p))
    ++p;
  return p;
}

const char* skip_string(const char* p, const char* end, LongStrings* strings) noexcept {
  const char* const start = p;
  if (strings != nullptr) {
    if (const char* const known = strings->find(p)) return known;
  }
  ++p;
  const char* close = nullptr;
  // 64 bytes at a time: of the marked places the first one decides, and a backslash takes the
  // place behind it along.
  constexpr std::ptrdiff_t block = 64;
  while (close == nullptr && end - p >= block) {
    const auto quotes = simd::mask64(p, [](simd::Bytes bytes) { return bytes.is('"'); });
    const auto slashes = simd::mask64(p, [](simd::Bytes bytes) { return bytes.is('\\'); });
    std::uint64_t marks = quotes | slashes;
    std::ptrdiff_t next = block;
    while (marks != 0) {
      const auto at = std::countr_zero(marks);
      if ((quotes >> at & 1) != 0) {
        close = p + at;
        break;
      }
      if (at == block - 1) next = block + 1;
      marks &= ~(std::uint64_t{3} << at);
    }
    p += next;
  }
  while (close == nullptr && p < end) {
    if (*p == '"') {
      close = p;
    } else {
      p += *p == '\\' ? 2 : 1;
    }
  }
  if (close == nullptr) return nullptr;
  if (strings != nullptr) strings->add(start, close + 1);
  return close + 1;
}

const char* skip_value(const char* p, const char* end, LongStrings* strings) noexcept {
  p = skip_blanks(p, end);
  if (p == end) return nullptr;
  if (*p == '"') return skip_string(p, end, strings);
  if (*p != '{' && *p != '[') {
    const char* const start = p;
    while (p != end && is_word(*p))
      ++p;
    return p == start ? nullptr : p;
  }
  char open[max_message_depth];
  unsigned depth = 0;
  while (p != end) {
    const char c = *p;
    if (c == '"') {
      p = skip_string(p, end, strings);
      if (p == nullptr) return nullptr;
      continue;
    }
    ++p;
    if (c == '{' || c == '[') {
      if (depth == max_message_depth) return nullptr;
      open[depth++] = c;
    } else if (c == '}' || c == ']') {
      if (open[--depth] != (c == '}' ? '{' : '[')) return nullptr;
      if (depth == 0) return p;
    }
  }
  return nullptr;
}

SpanWalk::SpanWalk(std::string_view text, LongStrings* strings) noexcept
    : p_(text.data()), end_(text.data() + text.size()), strings_(strings) {
  p_ = skip_blanks(p_, end_);
  if (p_ == end_ || (*p_ != '{' && *p_ != '[')) {
    failed_ = true;
    return;
  }
  close_ = *p_ == '{' ? '}' : ']';
  ++p_;
}

bool SpanWalk::fail() noexcept {
  failed_ = true;
  return false;
}

bool SpanWalk::next() noexcept {
  if (failed_ || p_ == nullptr) return false;
  p_ = skip_blanks(p_, end_);
  if (p_ == end_) return fail();
  if (*p_ == close_) {
    const bool clean = skip_blanks(p_ + 1, end_) == end_;
    p_ = nullptr;
    return clean ? false : fail();
  }
  if (!first_) {
    if (*p_ != ',') return fail();
    p_ = skip_blanks(p_ + 1, end_);
    if (p_ == end_) return fail();
  }
  first_ = false;
  const char* const start = p_;
  if (is_object()) {
    if (*p_ != '"') return fail();
    const char* const behind = skip_string(p_, end_);
    if (behind == nullptr) return fail();
    key_ = {p_ + 1, static_cast<std::size_t>(behind - p_ - 2)};
    p_ = skip_blanks(behind, end_);
    if (p_ == end_ || *p_ != ':') return fail();
    p_ = skip_blanks(p_ + 1, end_);
  }
  const char* const value = p_;
  p_ = skip_value(p_, end_, strings_);
  if (p_ == nullptr) return fail();
  value_ = {value, static_cast<std::size_t>(p_ - value)};
  member_ = {start, static_cast<std::size_t>(p_ - start)};
  return true;
}

Members::Members(std::string_view object, LongStrings* strings) noexcept {
  SpanWalk walk(object, strings);
  is_plain_ = walk.is_object();
  while (walk.next()) {
    if (count_ == most || walk.key().find('\\') != std::string_view::npos ||
        !find(walk.key()).empty()) {
      is_plain_ = false;
    }
    if (count_ < most) all_[count_++] = {walk.key(), walk.value(), walk.member()};
  }
  if (walk.failed()) is_plain_ = false;
}

std::string_view Members::find(std::string_view name) const noexcept {
  for (const SpanMember& each : all()) {
    if (each.key == name) return each.value;
  }
  return {};
}

std::string_view Members::find_member(std::string_view name) const noexcept {
  for (const SpanMember& each : all()) {
    if (each.key == name) return each.member;
  }
  return {};
}

std::string_view cut_of_member(std::string_view object, std::string_view member) noexcept {
  const char* const begin = object.data();
  const char* const end = begin + object.size();
  const char* start = member.data();
  const char* stop = member.data() + member.size();
  // With the comma behind it, or, as the last one, with the comma before it.
  if (const char* const behind = skip_blanks(stop, end); behind != end && *behind == ',') {
    stop = skip_blanks(behind + 1, end);
  } else {
    const char* before = start;
    while (before != begin && is_blank(before[-1]))
      --before;
    if (before != begin && before[-1] == ',') start = before - 1;
  }
  return {start, static_cast<std::size_t>(stop - start)};
}

void append_json_string(std::string& out, std::string_view text) {
  constexpr std::string_view hex = "0123456789abcdef";
  out += '"';
  std::size_t plain = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
    out.append(text, plain, i - plain);
    plain = i + 1;
    out += '\\';
    switch (byte) {
      case '"':
      case '\\': out += text[i]; break;
      case '\n': out += 'n'; break;
      case '\r': out += 'r'; break;
      case '\t': out += 't'; break;
      case '\b': out += 'b'; break;
      case '\f': out += 'f'; break;
      default:
        out.append("u00");
        out += hex[byte >> 4];
        out += hex[byte & 15];
    }
  }
  out.append(text, plain, text.size() - plain);
  out += '"';
}

namespace {

/// The character that a backslash and `c` stand for, or 0 for \\u and what is none.
char short_escape(char c) noexcept {
  switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'b': return '\b';
    case 'f': return '\f';
    case '"':
    case '\\':
    case '/': return c;
    default: return 0;
  }
}

/// Most strings have short escapes only. False when this one has others, or is not valid.
bool read_plain_string(std::string_view quoted, std::string& out) {
  out.resize(quoted.size() + simd::width);
  const char* p = quoted.data() + 1;
  const char* const end = quoted.data() + quoted.size() - 1;
  char* to = out.data();
  while (p < end) {
    if (end - p >= static_cast<std::ptrdiff_t>(simd::width)) {
      const auto bytes = simd::Bytes::load(p);
      bytes.store(to);
      const auto stops = (bytes.is('\\') | bytes.is('"') | bytes.at_most(0x1F)).mask();
      const std::size_t plain = stops.any() ? stops.first() : simd::width;
      p += plain;
      to += plain;
      if (plain == simd::width) continue;
    }
    if (*p != '\\') {
      if (*p == '"' || static_cast<unsigned char>(*p) < 0x20) return false;
      *to++ = *p++;
      continue;
    }
    const char c = p + 1 < end ? short_escape(p[1]) : '\0';
    if (c == 0) return false;
    *to++ = c;
    p += 2;
  }
  out.resize(static_cast<std::size_t>(to - out.data()));
  return true;
}

}  // namespace

bool read_json_string(std::string_view quoted, std::string& out) {
  if (quoted.size() < 2 || quoted.front() != '"' || quoted.back() != '"') return false;
  if (!is_utf8(quoted)) return false;
  if (read_plain_string(quoted, out)) return true;
  const auto document = json::decode(quoted);
  if (!document || !document->root().is_string()) return false;
  out = document->root().string();
  return true;
}

bool is_string(std::string_view value, std::string_view text) noexcept {
  return value.size() == text.size() + 2 && value.front() == '"' && value.back() == '"' &&
         value.substr(1, text.size()) == text;
}

}  // namespace laconic::mcp

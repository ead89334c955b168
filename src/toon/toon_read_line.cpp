// toon_read_line.cpp - headers, rows and tokens: everything within one line (TOON 6, 7, 11).
#include <algorithm>
#include <charconv>
#include <string>

#include "text/ascii.hpp"
#include "text/escape.hpp"
#include "text/numbers.hpp"
#include "text/simd.hpp"
#include "text/utf8.hpp"
#include "toon/toon_read.hpp"

namespace laconic::toon {

using detail::ShapeCursor;
using detail::ShapeTable;
using detail::TreeMaker;

namespace {

const char* trim_left(const char* p, const char* end) noexcept {
  while (p != end && *p == ' ')
    ++p;
  return p;
}
const char* trim_right(const char* p, const char* end) noexcept {
  while (end != p && end[-1] == ' ')
    --end;
  return end;
}

int hex_digit(char c) noexcept {
  if (is_digit(c)) return c - '0';
  const int lower = c | 0x20;
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

bool is_delimiter(char c) noexcept {
  return c == ',' || c == '\t' || c == '|';
}

}  // namespace

/// The text of a quoted token that fills [start, end) exactly.
bool Reader::quoted(const char* start, const char* end, std::string_view& out) {
  const char* const close = skip_quoted(start, end);
  const bool closed = close - start >= 2 && close[-1] == '"';
  // A quote that is itself escaped does not close.
  std::size_t slashes = 0;
  while (closed && close - 2 - slashes > start &&
         close[-2 - static_cast<std::ptrdiff_t>(slashes)] == '\\')
    ++slashes;
  if (!closed || slashes % 2 != 0) {
    return fail(start, Errc::unterminated_quote, "the closing quote is missing on this line");
  }
  if (close != end) {
    return fail(close, Errc::trailing_characters, "text stands behind the closing quote");
  }
  const char* const inside = start + 1;
  const auto size = static_cast<std::size_t>(close - 1 - inside);
  if (std::memchr(inside, '\\', size) == nullptr) {
    out = {inside, size};
    return true;
  }
  auto* const copy = static_cast<char*>(maker_.arena().allocate(size + simd::width));
  if (copy == nullptr) return fail(start, Errc::out_of_memory, "no memory for the document");
  char* to = copy;
  for (const char* p = inside; p < close - 1; ++p) {
    // The closing quote stops the search.
    const char* const escape =
        simd::find(p, [](simd::Bytes bytes) { return bytes.is('\\') | bytes.is('"'); });
    const auto run = static_cast<std::size_t>(escape - p);
    simd::copy(to, p, run);
    to += run;
    if (escape >= close - 1) break;
    p = escape + 1;
    switch (*p) {
      case '\\':
      case '"': *to++ = *p; break;
      case 'n': *to++ = '\n'; break;
      case 'r': *to++ = '\r'; break;
      case 't': *to++ = '\t'; break;
      case 'u': {
        char32_t point = 0;
        for (int i = 0; i < 4; ++i) {
          const int digit = ++p < close - 1 ? hex_digit(*p) : -1;
          if (digit < 0)
            return fail(escape, Errc::invalid_escape, "\\u takes four hexadecimal digits");
          point = point << 4 | static_cast<char32_t>(digit);
        }
        if (point >= 0xD800 && point <= 0xDFFF) {
          return fail(escape, Errc::invalid_surrogate,
                      "a surrogate is no character; write the character itself");
        }
        to = put_utf8(to, point);
        break;
      }
      default:
        return fail(escape, Errc::invalid_escape,
                    "the escapes are \\\\, \\\", \\n, \\r, \\t and \\uXXXX");
    }
  }
  std::memset(to, 0, simd::width);
  out = {copy, static_cast<std::size_t>(to - copy)};
  return true;
}

bool Reader::key_token(const char* start, const char* end, std::string_view& out) {
  start = trim_left(start, end);
  end = trim_right(start, end);
  if (start != end && *start == '"') return quoted(start, end, out);
  out = {start, static_cast<std::size_t>(end - start)};
  return true;
}

bool Reader::token(const char* start, const char* end, Value& out) {
  start = trim_left(start, end);
  end = trim_right(start, end);
  const auto size = static_cast<std::size_t>(end - start);
  if (size == 0) {
    out = TreeMaker::string(start, 0);
    return true;
  }
  switch (*start) {
    case '"': {
      std::string_view text;
      if (!quoted(start, end, text)) return false;
      out = TreeMaker::string(text.data(), text.size());
      return true;
    }
    case 't':
      if (size == 4 && std::memcmp(start, "true", 4) == 0) {
        out = TreeMaker::boolean(true);
        return true;
      }
      break;
    case 'f':
      if (size == 5 && std::memcmp(start, "false", 5) == 0) {
        out = TreeMaker::boolean(false);
        return true;
      }
      break;
    case 'n':
      if (size == 4 && std::memcmp(start, "null", 4) == 0) {
        out = Value();
        return true;
      }
      break;
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': {
      NumberToken number = scan_common_number(start);
      if (number.end != end) number = scan_number(start);
      if (number.end == end) {
        out = number.negative_zero
                  ? TreeMaker::real(-0.0)
                  : TreeMaker::number_text(number.kind, start, size, number.canonical);
        return true;
      }
      break;
    }
    default: break;
  }
  out = TreeMaker::string(start, size);
  return true;
}

/// Splits [p, end) at the header's delimiter and pushes the values.
bool Reader::cells(const char* p, const char* end, const Header& header) {
  const char delimiter = header.delimiter;
  const std::size_t expected = header.fields->leaves;
  std::size_t count = 0;
  const char* start = p;
  // Up to the first delimiter a colon makes the line something else than a row.
  char colon = header.keyed ? delimiter : ':';
  while (true) {
    // The text ends in a line end, which stops the search.
    const char* stop = simd::find(p, [delimiter, colon](simd::Bytes bytes) {
      return bytes.is(delimiter) | bytes.is('"') | bytes.is(colon) | bytes.is('\n');
    });
    if (stop >= end) {
      stop = end;
    } else if (*stop == '"') {
      p = skip_quoted(stop, end);
      if (p < end) continue;
      stop = end;
    } else if (*stop != delimiter) {
      return fail(start, Errc::invalid_line,
                  "a colon before the first delimiter makes this no row of the table");
    }
    colon = delimiter;
    Value value;
    if (!token(start, stop, value)) return false;
    if (++count <= expected) values_.push(value);
    if (stop == end) break;
    start = p = stop + 1;
  }
  if (count == expected) return true;
  return fail(end, Errc::row_width_mismatch,
              "the row has " + std::to_string(count) + " cells, the header has " +
                  std::to_string(expected) + " fields");
}

bool Reader::inline_array(const Line& line, const Header& header, Value& out) {
  const std::size_t first = values_.size();
  const char* start = header.rest;
  const char* p = start;
  while (true) {
    while (p < line.end && *p != header.delimiter)
      p = *p == '"' ? skip_quoted(p, line.end) : p + 1;
    Value value;
    if (!token(start, p, value)) return false;
    values_.push(value);
    if (p >= line.end) break;
    start = ++p;
  }
  const std::size_t count = values_.size() - first;
  if (!check_count(line, header, count)) return false;
  if (emit_ != nullptr) {
    emit_->out.put('[');
    for (std::size_t i = 0; i < count; ++i) {
      if (i != 0) emit_->out.put(',');
      emit_->text.scalar(values_[first + i]);
    }
    emit_->out.put(']');
    values_.shrink(first);
    return fits(1);
  }
  out = maker_.array(values_.from(first), count);
  values_.shrink(first);
  return true;
}

bool Reader::header(std::string_view text, const Marks& marks, Header& out) {
  const char* const end = text.data() + text.size();
  const char* p = marks.bracket;
  out.bracket = p;
  out.has_key = p != text.data();
  if (out.has_key) {
    if (p[-1] == ' ' || p[-1] == '\t') {
      return fail(p - 1, Errc::invalid_line, "no space stands between a key and its bracket");
    }
    if (!key_token(text.data(), p, out.key)) return false;
  }
  ++p;
  const char* const digits = p;
  while (p != end && is_digit(*p))
    ++p;
  if (p == digits || (*digits == '0' && p - digits > 1)) {
    return fail(digits, Errc::invalid_count, "a length is 0 or digits without a leading zero");
  }
  out.huge = std::from_chars(digits, p, out.length).ec != std::errc();
  if (p != end && *p == ':') {
    out.keyed = true;
    ++p;
  }
  if (p != end && (*p == '\t' || *p == '|')) out.delimiter = *p++;
  if (p == end || *p != ']') {
    return fail(p, Errc::invalid_line, "expected ']' behind the length of a header");
  }
  ++p;
  if (p != end && *p == '{') {
    out.has_fields = true;
    if (!known_field_list(p, end, out)) return false;
  }
  if (p == end || *p != ':') {
    return fail(p, Errc::invalid_line, "expected ':' at the end of a header");
  }
  out.rest = trim_left(p + 1, end);
  if (out.keyed && !out.has_fields) {
    return fail(out.bracket, Errc::invalid_line, "a keyed table names its fields in braces");
  }
  if (out.has_fields && out.rest != end) {
    return fail(out.rest, Errc::trailing_characters,
                "the rows of a table stand on lines of their own");
  }
  return true;
}

/// The field list at `p`, which moves behind it; one that was read lately is not read again.
bool Reader::known_field_list(const char*& p, const char* end, Header& header) {
  const auto rest = static_cast<std::size_t>(end - p);
  for (const KnownFields& known : known_) {
    const std::size_t size = known.text.size();
    // A field list ends at its last brace, so what starts like a whole one is that one.
    if (size != 0 && size <= rest && known.delimiter == header.delimiter &&
        std::memcmp(p, known.text.data(), size) == 0) {
      header.fields = &known.fields;
      p += size;
      return true;
    }
  }
  KnownFields& slot = known_[next_known_];
  next_known_ = (next_known_ + 1) % known_size;
  slot = {};
  const char* const start = p;
  if (!field_list(p, end, header.delimiter, slot.fields, 0)) return false;
  header.fields = &slot.fields;
  // Repairs are noted each time.
  if (!lenient_) slot.text = {start, static_cast<std::size_t>(p - start)};
  slot.delimiter = header.delimiter;
  return true;
}

/// `{name,name{...}}` at `p`, which moves behind it.
bool Reader::field_list(const char*& p, const char* end, char delimiter, Fields& out,
                        unsigned level) {
  if (level >= maker_.max_depth()) {
    return fail(p, Errc::depth_exceeded, "the field list is nested too deeply");
  }
  ShapeCursor cursor = maker_.shapes().begin();
  std::vector<std::uint32_t> members;
  bool repeated = false;
  const auto malformed = [&](const char* at, const char* detail) {
    return fail(at, Errc::invalid_line, detail);
  };
  do {
    ++p;
    const char* const start = p;
    while (p < end && *p != '{' && *p != '}' && !is_delimiter(*p))
      p = *p == '"' ? skip_quoted(p, end) : p + 1;
    if (p >= end) return malformed(start, "the field list has no closing brace");
    const char* const name_start = trim_left(start, p);
    const char* const name_end = trim_right(name_start, p);
    if (name_start == name_end) return malformed(start, "a field has no name");
    std::string_view name;
    if (!key_token(name_start, name_end, name)) return false;
    const detail::ShapeNode* const before = cursor.node;
    switch (maker_.shapes().step(cursor, name.data(), name.size())) {
      case ShapeTable::Step::out_of_memory:
        return fail(p, Errc::out_of_memory, "no memory for the document");
      case ShapeTable::Step::duplicate:
        if (!recover(name_start, Errc::duplicate_field_name,
                     "a field occurs twice; the last value counts")) {
          return false;
        }
        repeated = true;
        break;
      case ShapeTable::Step::ok: break;
    }
    const detail::ShapeNode* node = cursor.node;
    if (node == before) {
      while (node->key.text() != name)
        node = node->parent;
    }
    members.push_back(node->size - 1);
    out.groups.emplace_back();
    if (*p == '{') {
      if (name_end != p) return malformed(p, "no space stands between a group and its brace");
      out.flat = false;
      if (!field_list(p, end, delimiter, out.groups.back(), level + 1)) return false;
      out.leaves += out.groups.back().leaves;
      out.depth = std::max(out.depth, out.groups.back().depth + 1);
      p = trim_left(p, end);
      if (p >= end || (*p != '}' && !is_delimiter(*p))) {
        return malformed(p, "expected a delimiter or '}' behind a group of fields");
      }
    } else {
      ++out.leaves;
    }
    if (*p != '}' && *p != delimiter) {
      return malformed(p, "this is not the delimiter that the bracket declares");
    }
  } while (*p != '}');
  ++p;
  if (repeated) out.members = std::move(members);
  out.shape = maker_.shapes().finish(cursor);
  if (out.shape != nullptr) return true;
  return fail(p, Errc::out_of_memory, "no memory for the document");
}

}  // namespace laconic::toon

// jton_read.cpp - JTON's values, comments and bare keys; grids have a file of their own.
#include "jton/jton_read.hpp"

#include <algorithm>
#include <string>

#include "jton/jton_words.hpp"
#include "text/text_check.hpp"
#include "text/utf8.hpp"

namespace laconic::jton {

using detail::OpenObject;
using detail::TreeMaker;

bool Reader::comment() {
  const char* const at = p_;
  if (p_[1] == '/') {
    while (p_ < end_ && *p_ != '\n')
      ++p_;
    return true;
  }
  if (at < unclosed_) {
    for (p_ += 2; p_ < end_; ++p_) {
      if (p_[0] == '*' && p_[1] == '/') {
        p_ += 2;
        return true;
      }
    }
    unclosed_ = at;  // and so is every comment behind this one
  }
  p_ = at;
  return fail(at, Errc::unexpected_end, "the comment is not closed by */");
}

bool Reader::at_comment() const noexcept {
  return *p_ == '/' && (p_[1] == '/' || p_[1] == '*');
}

bool Reader::skip() {
  while (p_ < end_) {
    if (*p_ == ' ' || *p_ == '\n' || *p_ == '\r' || *p_ == '\t') {
      ++p_;
    } else if (!at_comment()) {
      return true;
    } else if (!comment()) {
      return false;
    }
  }
  return true;
}

/// Letters, digits and what numbers consist of: a whole word, whatever it turns out to be.
std::string_view Reader::token_at(const char* p) const noexcept {
  const char* const start = p;
  while (p < end_ &&
         (is_identifier_start(*p) || is_digit(*p) || *p == '+' || *p == '-' || *p == '.'))
    ++p;
  return {start, static_cast<std::size_t>(p - start)};
}

bool Reader::read(Value& root) {
  if (!skip() || !value(root) || !skip()) return false;
  return p_ == end_ || fail(p_, Errc::trailing_characters, "text behind the end of the value");
}

bool Reader::not_finite(const char* at, Value& out) {
  out = Value();
  return note(Note::Type::loss, at, Errc::not_lossless,
              "NaN and infinities are no JSON numbers; read as null");
}

bool Reader::keyword(std::string_view word, Value& out, bool& found) {
  const char* const at = word.data();
  found = true;
  if (word == "null") {
    out = Value();
  } else if (word == "true" || word == "false") {
    out = TreeMaker::boolean(word == "true");
  } else if (word == "NaN" || word == "Infinity" || word == "-Infinity") {
    return not_finite(at, out);
  } else {
    found = false;
  }
  return true;
}

/// The value at `p_`; the caller has skipped what may stand before it.
bool Reader::value(Value& out) {
  if (p_ >= end_) return fail_expected(p_, "a value");
  switch (*p_) {
    case '"': {
      std::string_view text;
      if (!string(p_, text)) return false;
      out = TreeMaker::string(text.data(), text.size());
      return true;
    }
    case '[': return array(out);
    case '{': return object(out);
    default: break;
  }
  const std::string_view word = token_at(p_);
  if (word.empty()) return fail_expected(p_, "a value");
  bool found = false;
  if (!keyword(word, out, found)) return false;
  if (found) {
    p_ += word.size();
    return true;
  }
  if (is_digit(word[0]) || word[0] == '-') return number(p_, out);
  return fail(p_, Errc::unexpected_character,
              "expected a value; strings stand in quotes outside grids, the literals are true, "
              "false, null, NaN and Infinity");
}

bool Reader::array(Value& out) {
  const char* const at = p_;
  if (!enter(at)) return false;
  Grid found;
  bool is_grid = false;
  if (!opens_grid(found, is_grid)) return false;
  if (is_grid) {
    if (!grid(found, out)) return false;
    --level_;
    return true;
  }
  const std::size_t first = values_.size();
  p_ = at + 1;
  if (!skip()) return false;
  while (p_ >= end_ || *p_ != ']') {
    Value item;
    if (!value(item) || !skip()) return false;
    values_.push(item);
    if (p_ < end_ && *p_ == ',') {
      ++p_;
      if (!skip()) return false;  // a comma may stand behind the last one
    } else if (p_ >= end_ || *p_ != ']') {
      return fail_expected(p_, "',' or ']'");
    }
  }
  ++p_;
  out = maker_.array(values_.from(first), values_.size() - first);
  values_.shrink(first);
  --level_;
  return check_maker(at);
}

bool Reader::key(std::string_view& out) {
  if (p_ < end_ && *p_ == '"') return string(p_, out);
  const char* p = p_;
  while (p < end_ && (is_identifier_start(*p) || (p != p_ && is_digit(*p))))
    ++p;
  if (p == p_) return fail_expected(p_, "a member name: letters, digits, _ and $, or a string");
  out = {p_, static_cast<std::size_t>(p - p_)};
  p_ = p;
  return true;
}

bool Reader::object(Value& out) {
  const char* const at = p_++;
  if (!enter(at)) return false;
  OpenObject open{};
  begin(open);
  if (!skip()) return false;
  while (p_ >= end_ || *p_ != '}') {
    const char* const key_at = p_;
    std::string_view name;
    std::uint32_t place = 0;
    if (!key(name) || !add_member(key_at, name, open, place) || !skip()) return false;
    if (p_ >= end_ || *p_ != ':') return fail_expected(p_, "':' after a member name");
    ++p_;
    Value member;
    if (!skip() || !value(member) || !skip()) return false;
    set_member(open, place, member);
    if (p_ < end_ && *p_ == ',') {
      ++p_;
      if (!skip()) return false;
    } else if (p_ >= end_ || *p_ != '}') {
      return fail_expected(p_, "',' or '}'");
    }
  }
  ++p_;
  --level_;
  return finish(at, open, out);
}

Result<Document> decode(std::string_view text, const DecodeOptions& options) {
  if (const auto good = check_text(text, options.max_bytes); !good) return good.error();
  // A byte order mark is dropped, and offsets still count it.
  const std::size_t mark = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  TreeMaker maker(std::min(options.max_depth, max_nesting));
  maker.set_text_size(text.size());
  const char* const copy = detail::keep_padded(maker, text);
  if (copy == nullptr) return Error{Errc::out_of_memory, 0, "no memory for the text"};
  Reader reader(copy, copy + text.size(), options.lenient, maker);
  reader.start_at(copy + mark);
  Value root;
  if (!reader.read(root)) return reader.error();
  return maker.finish(root);
}

}  // namespace laconic::jton

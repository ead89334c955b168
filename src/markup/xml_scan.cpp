// xml_scan.cpp - tags and attributes of a small, strict subset of XML 1.0.
#include "markup/xml_scan.hpp"

#include <algorithm>
#include <charconv>

#include "markup/xml_text.hpp"
#include "text/escape.hpp"
#include "text/utf8.hpp"

namespace laconic::markup {
namespace {

bool is_blank(char c) noexcept {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_name_character(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-' || c == '.' || c == ':';
}

bool same_word(std::string_view a, std::string_view lower) noexcept {
  return std::equal(a.begin(), a.end(), lower.begin(), lower.end(), [](char x, char y) {
    return (x >= 'A' && x <= 'Z' ? static_cast<char>(x - 'A' + 'a') : x) == y;
  });
}

struct Entity {
  std::string_view name;
  char character;
};
constexpr Entity entities[] = {
    {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};

}  // namespace

bool XmlScanner::fail(Errc code, std::size_t offset, std::string detail) {
  error_ = {code, offset, std::move(detail)};
  return false;
}

bool XmlScanner::unexpected(std::string_view expected) {
  if (at_ >= text_.size()) {
    return fail(Errc::unexpected_end, text_.size(),
                "the text ends where " + std::string(expected) + " is expected");
  }
  std::string_view left = rest();
  static_cast<void>(take_character(left));
  return fail(Errc::unexpected_character, at_,
              quoted(rest().substr(0, rest().size() - left.size())) + " where " +
                  std::string(expected) + " is expected");
}

bool XmlScanner::skip_blanks() noexcept {
  const std::size_t start = at_;
  while (is_blank(peek()))
    ++at_;
  return at_ != start;
}

bool XmlScanner::begin() {
  if (rest().starts_with("\xEF\xBB\xBF")) at_ += 3;
  if (!rest().starts_with("<?xml") || !is_blank(text_.substr(at_).substr(0, 6).back())) return true;
  at_ += 5;
  constexpr std::string_view known[] = {"version", "encoding", "standalone"};
  std::size_t position = 0;
  while (true) {
    const bool blank = skip_blanks();
    if (rest().starts_with("?>")) break;
    if (!blank) return unexpected("a space or \"?>\"");
    Attribute one;
    const std::size_t offset = at_;
    if (!attribute(one)) return false;
    const auto* const found = std::find(std::begin(known), std::end(known), one.name);
    const auto index = static_cast<std::size_t>(found - std::begin(known));
    if (index == std::size(known) || (position == 0 ? index != 0 : index < position)) {
      return fail(Errc::unexpected_character, offset,
                  "the XML declaration has version, then encoding, then standalone");
    }
    position = index + 1;
    const bool fits = index == 0   ? one.value == "1.0"
                      : index == 1 ? same_word(one.value, "utf-8")
                                   : one.value == "yes" || one.value == "no";
    if (!fits) {
      return fail(Errc::unsupported, offset,
                  "the XML declaration says " + std::string(one.name) + "=" + quoted(one.value) +
                      "; XML 1.0 in UTF-8 can be read");
    }
  }
  if (position == 0) return unexpected("version=\"1.0\"");
  at_ += 2;
  return true;
}

/// Everything that starts with "<!" or "<?" and is no comment.
bool XmlScanner::refuse_markup() {
  if (rest().starts_with("<!DOCTYPE")) {
    return fail(Errc::unsupported, at_, "a document type is not read; remove it");
  }
  if (rest().starts_with("<![CDATA[")) {
    return fail(Errc::unsupported, at_, "a CDATA section is not read: attributes hold all texts");
  }
  if (rest().starts_with("<?")) {
    return fail(Errc::unsupported, at_, "a processing instruction is not read; remove it");
  }
  return fail(Errc::unexpected_character, at_, "\"<!\" that starts no comment");
}

bool XmlScanner::skip_blanks_and_comments() {
  while (true) {
    skip_blanks();
    if (!rest().starts_with("<!--")) return true;
    const std::size_t start = at_;
    const std::size_t dashes = text_.find("--", at_ + 4);
    if (dashes == std::string_view::npos) {
      return fail(Errc::unexpected_end, start, "a comment without its end \"-->\"");
    }
    if (dashes + 2 >= text_.size() || text_[dashes + 2] != '>') {
      return fail(Errc::unexpected_character, dashes, "\"--\" within a comment");
    }
    if (!is_xml_text(text_.substr(start, dashes - start))) {
      return fail(Errc::invalid_character, start, "a control character within a comment");
    }
    at_ = dashes + 3;
  }
}

bool XmlScanner::at_end() {
  if (!skip_blanks_and_comments()) return false;
  if (at_ == text_.size()) return true;
  return fail(Errc::trailing_characters, at_, "text behind </context>");
}

bool XmlScanner::next(Tag& out) {
  if (!skip_blanks_and_comments()) return false;
  if (peek() != '<') return unexpected("a tag");
  if (rest().starts_with("<!") || rest().starts_with("<?")) return refuse_markup();
  out.attributes.clear();
  out.offset = at_++;
  out.type = Tag::Type::open;
  if (peek() == '/') {
    out.type = Tag::Type::close;
    ++at_;
  }
  if (!name(out.name)) return unexpected("the name of an element");
  while (true) {
    const bool blank = skip_blanks();
    if (peek() == '>') {
      ++at_;
      return true;
    }
    if (out.type == Tag::Type::close) return unexpected("\">\"");
    if (rest().starts_with("/>")) {
      at_ += 2;
      out.type = Tag::Type::empty;
      return true;
    }
    if (!blank) return unexpected("a space, \">\" or \"/>\"");
    Attribute one;
    if (!attribute(one)) return false;
    for (const Attribute& other : out.attributes) {
      if (other.name == one.name) {
        return fail(Errc::duplicate_key, one.offset,
                    "the attribute " + std::string(one.name) + " occurs twice");
      }
    }
    // More than the vocabulary knows: enough said, and comparing stays cheap.
    if (out.attributes.size() == 64) {
      return fail(Errc::limit_exceeded, one.offset, "more than 64 attributes");
    }
    out.attributes.push_back(std::move(one));
  }
}

bool XmlScanner::name(std::string_view& out) {
  const std::size_t start = at_;
  while (is_name_character(peek()))
    ++at_;
  out = text_.substr(start, at_ - start);
  if (out.empty() || (out[0] >= '0' && out[0] <= '9') || out[0] == '-' || out[0] == '.') {
    at_ = start;
    return false;
  }
  return true;
}

bool XmlScanner::attribute(Attribute& out) {
  out.offset = at_;
  if (!name(out.name)) return unexpected("the name of an attribute");
  skip_blanks();
  if (peek() != '=') return unexpected("\"=\"");
  ++at_;
  skip_blanks();
  const char quote = peek();
  if (quote != '"' && quote != '\'') return unexpected("a quote");
  ++at_;
  return value(quote, out.value);
}

bool XmlScanner::value(char quote, std::string& out) {
  const std::size_t start = at_ - 1;
  while (true) {
    if (at_ >= text_.size()) {
      return fail(Errc::unterminated_quote, start, "the value has no closing quote");
    }
    const char c = text_[at_];
    if (c == quote) {
      ++at_;
      return true;
    }
    if (c == '<') return fail(Errc::unexpected_character, at_, "\"<\" in a value; write &lt;");
    if (c == '&') {
      if (!reference(out)) return false;
      continue;
    }
    if (is_blank(c)) {  // XML reads blanks in values as spaces; real ones are references
      at_ += text_.substr(at_).starts_with("\r\n") ? 2U : 1U;
      out += ' ';
      continue;
    }
    std::string_view left = rest();
    if (!is_xml_character(take_character(left))) {
      return fail(Errc::invalid_character, at_, "a character that XML 1.0 does not have");
    }
    const std::size_t size = rest().size() - left.size();
    out.append(text_.substr(at_, size));
    at_ += size;
  }
}

bool XmlScanner::reference(std::string& out) {
  const std::size_t start = at_;
  // The longest is &#x10FFFF; with room for leading zeros.
  const std::size_t stop = text_.substr(at_, 32).find(';');
  if (stop == std::string_view::npos) {
    return fail(Errc::invalid_escape, start, "\"&\" that starts no reference; write &amp;");
  }
  std::string_view body = text_.substr(at_ + 1, stop - 1);
  at_ += stop + 1;
  if (!body.starts_with('#')) {
    for (const Entity& entity : entities) {
      if (entity.name != body) continue;
      out += entity.character;
      return true;
    }
    return fail(Errc::invalid_escape, start,
                "an unknown entity; there are &amp; &lt; &gt; &quot; &apos; and numbers");
  }
  body.remove_prefix(1);
  const int base = body.starts_with('x') ? 16 : 10;
  if (base == 16) body.remove_prefix(1);
  std::uint32_t code = 0;
  const auto done = std::from_chars(body.data(), body.data() + body.size(), code, base);
  if (body.empty() || done.ec != std::errc() || done.ptr != body.data() + body.size() ||
      !is_xml_character(code)) {
    return fail(Errc::invalid_escape, start, "a reference to no character of XML 1.0");
  }
  char buffer[4];
  out.append(buffer, put_utf8(buffer, code));
  return true;
}

}  // namespace laconic::markup

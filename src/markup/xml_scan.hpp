// xml_scan.hpp - tags and attributes of a small, strict subset of XML 1.0.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/error.hpp>

namespace laconic::markup {

struct Attribute {
  std::string_view name;
  std::string value;  // without references
  std::size_t offset;
};

struct Tag {
  enum class Type : std::uint8_t { open, empty, close };
  Type type = Type::open;
  std::string_view name;
  std::size_t offset = 0;
  std::vector<Attribute> attributes;
};

/// Takes a text apart, tag by tag. Blanks, comments and one declaration are skipped; anything
/// else between tags, document types, CDATA sections and processing instructions are refused.
class XmlScanner {
 public:
  /// `text` must be UTF-8.
  explicit XmlScanner(std::string_view text) noexcept : text_(text) {}

  /// The declaration, if there is one.
  bool begin();
  /// The next tag; false on a fault, also at the end of the text.
  bool next(Tag& out);
  /// Only blanks and comments are left.
  bool at_end();
  /// Valid after a call returned false.
  [[nodiscard]] Error error() && { return std::move(error_); }
  bool fail(Errc code, std::size_t offset, std::string detail);

 private:
  bool skip_blanks_and_comments();
  bool skip_blanks() noexcept;
  bool refuse_markup();
  bool name(std::string_view& out);
  bool attribute(Attribute& out);
  bool value(char quote, std::string& out);
  bool reference(std::string& out);
  [[nodiscard]] std::string_view rest() const noexcept { return text_.substr(at_); }
  [[nodiscard]] char peek() const noexcept { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool unexpected(std::string_view expected);

  std::string_view text_;
  std::size_t at_ = 0;
  Error error_{Errc::unexpected_character, 0, {}};
};

}  // namespace laconic::markup

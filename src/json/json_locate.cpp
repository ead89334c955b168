// json_locate.cpp - the place of faults that simdjson reports without one.
#include <string>

#include "json/json.hpp"
#include "text/utf8.hpp"

namespace laconic::json {

Error find_lexical_fault(std::string_view text) {
  const std::size_t bad_utf8 = first_bad_utf8(text);
  bool in_string = false;
  std::size_t quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == bad_utf8) break;
    const char c = text[i];
    if (!in_string) {
      in_string = c == '"';
      quote = i;
    } else if (c == '"') {
      in_string = false;
    } else if (c == '\\') {
      if (i + 1 == bad_utf8) break;
      if (i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0x20) {
        return {Errc::invalid_escape, i,
                "unknown escape; the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"};
      }
      ++i;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      return {Errc::invalid_escape, i,
              "a control character must be escaped inside a string, for example as \\n or \\u0001"};
    }
  }
  if (bad_utf8 < text.size()) return {Errc::invalid_utf8, bad_utf8, "the text is not UTF-8 here"};
  if (in_string) return {Errc::unterminated_quote, quote, "the string has no closing quote"};
  return {Errc::invalid_character, 0, "the text is not JSON"};
}

}  // namespace laconic::json

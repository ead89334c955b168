// escape.hpp - quoted strings with JSON's escapes, both ways; GCF uses the same.
#pragma once

#include <cstddef>
#include <string_view>

#include <laconic/error.hpp>

#include "base/output.hpp"
#include "text/simd.hpp"

namespace laconic {

/// The first quote, backslash or control character at or behind `p`. The text must end
/// in a byte below 0x20 and have two vectors of padding behind that.
[[nodiscard]] inline const char* find_quote_or_escape(const char* p) noexcept {
  return simd::find(
      p, [](simd::Bytes bytes) { return bytes.is('"') | bytes.is('\\') | bytes.at_most(0x1F); });
}

/// What became of an attempt to undo escapes.
struct Unescaped {
  const char* at;  ///< the closing quote, or the place of the fault
  char* out_end;   ///< nullptr on a fault
  Errc code = Errc::invalid_escape;
  const char* detail = "";
};

/// Undoes the escapes of the quoted string whose text starts at `p` (behind the opening
/// quote) and stores it at `out`, which needs as many bytes as the source has and a
/// vector more. The text must end as for `find_quote_or_escape`.
[[nodiscard]] Unescaped unescape(const char* p, const char* text_end, char* out) noexcept;

/// Writes `text` in quotes, escaping `"`, `\` and control characters. Text and output
/// are accessed in whole vectors.
void put_quoted(Output& out, std::string_view text) noexcept;

/// Puts `text` as `put_quoted` does, for text that is not followed by padding.
[[nodiscard]] std::string quoted(std::string_view text);

}  // namespace laconic

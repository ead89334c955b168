// goon_pieces.hpp - the pieces of a line of GOON: properties, references, counts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <laconic/error.hpp>
#include <laconic/value.hpp>

namespace laconic::goon {

struct Line {
  std::string_view text;
  std::size_t offset;
};

/// key=value; the value as it stands, with its quotes.
struct Piece {
  std::string_view key;
  std::string_view value;
  std::size_t offset;
};

/// Why a line cannot be taken apart.
struct Fault {
  Errc code = Errc::invalid_line;
  std::size_t offset = 0;
  std::string detail;
};

/// Takes the next key=value off `line`, which starts at `offset`, and the space behind it.
[[nodiscard]] bool take_piece(Line& line, Piece& out, Fault& fault);

/// The text in quotes without its escapes.
[[nodiscard]] bool unquote(std::string_view quoted, std::size_t offset, std::string& out,
                           Fault& fault);

/// "Type:id", split at the last colon.
struct Reference {
  std::string_view type;
  std::int64_t id = 0;
};
[[nodiscard]] bool split_reference(std::string_view text, Reference& out) noexcept;

/// An int64 in the spelling of the writer: no plus, no leading zeros.
[[nodiscard]] bool read_integer(std::string_view text, std::int64_t& out) noexcept;

/// A count is an integer that is not negative.
[[nodiscard]] bool read_count(std::string_view text, std::uint64_t& out) noexcept;

/// "Type(count):".
[[nodiscard]] bool split_group(std::string_view text, std::string_view& type,
                               std::uint64_t& count) noexcept;

}  // namespace laconic::goon

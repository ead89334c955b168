// binary_write.hpp - what the writers of MessagePack and CBOR share.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

#include <laconic/codec.hpp>

#include "base/output.hpp"
#include "value/store.hpp"
#include "value/value_path.hpp"

namespace laconic::interchange {

/// A head byte and a big-endian number of `size` bytes.
inline void put_head(Output& out, unsigned head, unsigned size, std::uint64_t value) {
  char* p = out.reserve(9);
  *p++ = static_cast<char>(head);
  for (unsigned i = size; i-- > 0;)
    *p++ = static_cast<char>(value >> (8 * i));
  out.advance_to(p);
}

/// An integer between int64 and uint64, or beyond int64 on the other side.
struct WideInteger {
  bool fits = false;
  bool negative = false;
  std::uint64_t magnitude = 0;
};

inline WideInteger wide_integer(std::string_view lexeme) noexcept {
  WideInteger wide;
  wide.negative = lexeme.starts_with('-');
  if (wide.negative) lexeme.remove_prefix(1);
  const char* const end = lexeme.data() + lexeme.size();
  const auto read = std::from_chars(lexeme.data(), end, wide.magnitude);
  wide.fits = read.ec == std::errc() && read.ptr == end;
  return wide;
}

inline Error unwritable_number(std::string_view format, const Value& root, const Value* place) {
  return {Errc::not_representable, 0,
          std::string(format) + " has no number like " +
              std::string(place->lexeme().substr(0, 40)) + ", at " + detail::path_of(root, place) +
              "; it has integers of 64 bits and binary64"};
}

}  // namespace laconic::interchange

// framed.hpp - texts and numbers in files, between our programs and those of other libraries.
//
// All numbers are 32 bits, little-endian; a text follows its length.
#pragma once

#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace laconic::support {

inline void put_number(std::string& out, std::uint32_t number) {
  char bytes[4];
  std::memcpy(bytes, &number, 4);
  out.append(bytes, 4);
}

inline void put_text(std::string& out, std::string_view text) {
  put_number(out, static_cast<std::uint32_t>(text.size()));
  out += text;
}

inline std::string read_file(const char* path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Takes numbers and texts from the front.
struct FrameReader {
  std::string_view rest;
  bool ok = true;

  std::uint32_t number() {
    std::uint32_t value = 0;
    if (rest.size() < 4) {
      ok = false;
      return 0;
    }
    std::memcpy(&value, rest.data(), 4);
    rest.remove_prefix(4);
    return value;
  }
  std::string_view text() {
    const std::uint32_t size = number();
    if (size > rest.size()) {
      ok = false;
      return {};
    }
    const std::string_view taken = rest.substr(0, size);
    rest.remove_prefix(size);
    return taken;
  }
  /// How many, then the numbers.
  void numbers(std::vector<std::uint32_t>& into) {
    const std::uint32_t count = number();
    if (rest.size() / 4 < count) {
      ok = false;
      return;
    }
    into.resize(count);
    for (std::uint32_t& value : into)
      value = number();
  }
};

}  // namespace laconic::support

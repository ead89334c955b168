// fuzz_target.hpp - what the fuzzers share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace laconic::fuzz {

/// A property does not hold: say which, and stop where the fuzzer sees it.
inline void require(bool holds, std::string_view what) {
  if (holds) return;
  std::fprintf(stderr, "FAIL: %.*s\n", static_cast<int>(what.size()), what.data());
  std::abort();
}

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

}  // namespace laconic::fuzz

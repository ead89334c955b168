// stream_fuzz.cpp - any bytes as a GCF stream: the same in every split as at once.
#include <cstdint>

#include "fuzz_target.hpp"
#include "stream_events.hpp"

using namespace laconic;
using fuzz::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  const std::uint64_t seed = size == 0 ? 0 : data[size - 1] + size;
  for (const bool complete : {false, true}) {
    const std::string wrong = support::check_stream(text, complete, seed);
    require(wrong.empty(), wrong);
  }
  return 0;
}

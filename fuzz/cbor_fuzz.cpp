// cbor_fuzz.cpp - any bytes as CBOR: refused with a place, or read and written back.
#include <laconic/cbor.hpp>

#include "everyday_fuzz.hpp"

using namespace laconic;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::check_everyday(cbor::codec(), data, size);
  return 0;
}

// msgpack_fuzz.cpp - any bytes as MessagePack: refused with a place, or read and written back.
#include <laconic/msgpack.hpp>

#include "everyday_fuzz.hpp"

using namespace laconic;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::check_everyday(msgpack::codec(), data, size);
  return 0;
}

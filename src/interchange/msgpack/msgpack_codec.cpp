// msgpack_codec.cpp - MessagePack as a row of the registry.
#include <laconic/msgpack.hpp>

#include "interchange/msgpack/binary_sniff.hpp"

namespace laconic::msgpack {
namespace {

constexpr Codec msgpack_codec{
    .name = "msgpack",
    .aliases = "messagepack",
    .description = "MessagePack, binary",
    .extensions = ".msgpack .mpk",
    .media_types = "application/msgpack application/vnd.msgpack",
    .lossless = true,
    .binary = true,
    .decode = [](const Codec&, std::string_view bytes,
                 const DecodeOptions& options) { return msgpack::decode(bytes, options); },
    .encode = [](const Codec&, Value value,
                 const EncodeOptions& options) { return msgpack::encode(value, options); },
    .sniff = interchange::sniff_msgpack,
};

}  // namespace

const Codec& codec() noexcept {
  return msgpack_codec;
}

}  // namespace laconic::msgpack

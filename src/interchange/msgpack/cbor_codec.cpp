// cbor_codec.cpp - CBOR as a row of the registry.
#include <laconic/cbor.hpp>

#include "interchange/msgpack/binary_sniff.hpp"

namespace laconic::cbor {
namespace {

constexpr Codec cbor_codec{
    .name = "cbor",
    .aliases = {},
    .description = "CBOR (RFC 8949), binary",
    .extensions = ".cbor",
    .media_types = "application/cbor",
    .lossless = true,
    .binary = true,
    .decode = [](const Codec&, std::string_view bytes,
                 const DecodeOptions& options) { return cbor::decode(bytes, options); },
    .encode = [](const Codec&, Value value,
                 const EncodeOptions& options) { return cbor::encode(value, options); },
    .sniff = interchange::sniff_cbor,
};

}  // namespace

const Codec& codec() noexcept {
  return cbor_codec;
}

}  // namespace laconic::cbor

// binary_sniff.hpp - telling MessagePack and CBOR from text and from each other.
#pragma once

#include <string_view>

namespace laconic::interchange {

/// Only bytes that cannot be text, start with a map or an array, and read without a fault as far
/// as they go are claimed.
[[nodiscard]] int sniff_msgpack(std::string_view head) noexcept;
[[nodiscard]] int sniff_cbor(std::string_view head) noexcept;

}  // namespace laconic::interchange

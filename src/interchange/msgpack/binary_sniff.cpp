// binary_sniff.cpp - both formats may start with any byte, so the beginning is simply read.
#include "interchange/msgpack/binary_sniff.hpp"

#include <laconic/cbor.hpp>
#include <laconic/msgpack.hpp>

#include "text/utf8.hpp"

namespace laconic::interchange {
namespace {

constexpr std::size_t whole_head = 4096;
constexpr int sure = 70;
constexpr int likely = 60;

int confidence(const Result<Document>& read, std::string_view head) noexcept {
  if (read) return sure;
  return head.size() >= whole_head && read.error().code == Errc::unexpected_end ? likely : 0;
}

}  // namespace

int sniff_msgpack(std::string_view head) noexcept {
  if (head.empty()) return 0;
  const auto first = static_cast<unsigned char>(head[0]);
  const bool container = (first >= 0x80 && first <= 0x9F) || (first >= 0xDC && first <= 0xDF);
  if (!container || is_utf8(head)) return 0;
  return confidence(msgpack::decode(head), head);
}

int sniff_cbor(std::string_view head) noexcept {
  if (head.starts_with("\xD9\xD9\xF7")) return 100;
  if (head.empty()) return 0;
  const auto first = static_cast<unsigned char>(head[0]);
  const bool container = (first >= 0x80 && first <= 0xBB) || first == 0xBF;
  if (!container || is_utf8(head)) return 0;
  return confidence(cbor::decode(head), head);
}

}  // namespace laconic::interchange

// msgpack_read.cpp - MessagePack to a Document, one head byte after the other.
#include <bit>

#include <laconic/msgpack.hpp>

#include "interchange/msgpack/binary_read.hpp"
#include "interchange/msgpack/timestamp.hpp"

namespace laconic::msgpack {
namespace {

class Reader : public interchange::BinaryReader {
 public:
  Reader(std::string_view bytes, detail::TreeMaker& maker) : BinaryReader(bytes, maker) {}

  bool read(Value& root) {
    while (!has_root_) {
      if (!item() || !end_complete()) return false;
    }
    return finish(root);
  }

 private:
  bool item() {
    if (!need(1)) return false;
    const std::uint64_t at = offset();
    const auto head = static_cast<unsigned char>(*p_++);
    if (head <= 0x7F) return put_unsigned(at, head);
    if (head <= 0x8F) return begin(at, true, head & 0x0FU);
    if (head <= 0x9F) return begin(at, false, head & 0x0FU);
    if (head <= 0xBF) return text(at, head & 0x1FU);
    if (head >= 0xE0) return put_negative(at, static_cast<std::uint64_t>(0xFF - head));
    switch (head) {
      case 0xC0: return put(at, Value());
      case 0xC1:
        return fail(at, Errc::unexpected_character, "the byte 0xc1 starts no MessagePack value");
      case 0xC2:
      case 0xC3: return put(at, detail::TreeMaker::boolean(head == 0xC3));
      case 0xC4:
      case 0xC5:
      case 0xC6:
        return with_length(1U << (head - 0xC4U), [&](std::uint64_t n) { return bytes(at, n); });
      case 0xC7:
      case 0xC8:
      case 0xC9:
        return with_length(1U << (head - 0xC7U), [&](std::uint64_t n) { return extension(at, n); });
      case 0xCA:
        return with_length(4, [&](std::uint64_t bits) {
          return put_real(at, std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        });
      case 0xCB:
        return with_length(
            8, [&](std::uint64_t bits) { return put_real(at, std::bit_cast<double>(bits)); });
      case 0xCC:
      case 0xCD:
      case 0xCE:
      case 0xCF:
        return with_length(1U << (head - 0xCCU),
                           [&](std::uint64_t value) { return put_unsigned(at, value); });
      case 0xD0:
      case 0xD1:
      case 0xD2:
      case 0xD3: return signed_integer(at, 1U << (head - 0xD0U));
      case 0xD4:
      case 0xD5:
      case 0xD6:
      case 0xD7:
      case 0xD8: return extension(at, 1U << (head - 0xD4U));
      case 0xD9:
      case 0xDA:
      case 0xDB:
        return with_length(1U << (head - 0xD9U), [&](std::uint64_t n) { return text(at, n); });
      case 0xDC:
      case 0xDD:
        return with_length(2U << (head - 0xDCU),
                           [&](std::uint64_t n) { return begin(at, false, n); });
      default:
        return with_length(2U << (head - 0xDEU),
                           [&](std::uint64_t n) { return begin(at, true, n); });
    }
  }

  template <class Then>
  bool with_length(unsigned size, Then then) {
    return need(size) && then(take(size));
  }

  bool signed_integer(std::uint64_t at, unsigned size) {
    if (!need(size)) return false;
    const std::uint64_t bits = take(size);
    const unsigned unused = 64 - 8 * size;
    const auto value = static_cast<std::int64_t>(bits << unused) >> unused;
    return put(at, detail::TreeMaker::integer(value));
  }

  bool text(std::uint64_t at, std::uint64_t size) {
    if (!need(size)) return false;
    const char* const from = p_;
    p_ += size;
    return put_string(at, from, size);
  }

  bool bytes(std::uint64_t at, std::uint64_t size) {
    if (!need(size)) return false;
    const std::string_view view(p_, static_cast<std::size_t>(size));
    p_ += size;
    return put_bytes(at, view, "binary data");
  }

  bool extension(std::uint64_t at, std::uint64_t size) {
    if (!need(size + 1)) return false;
    const auto code = static_cast<unsigned char>(*p_++);
    const int type = code < 0x80 ? code : code - 0x100;
    const char* const from = p_;
    const std::string_view view(from, static_cast<std::size_t>(size));
    if (type == -1) {
      std::string moment;
      if (size == 4) {
        moment = interchange::rfc3339(static_cast<std::int64_t>(take(4)), 0);
      } else if (size == 8) {
        const std::uint64_t bits = take(8);
        moment = interchange::rfc3339(static_cast<std::int64_t>(bits & 0x3FFFFFFFFU), bits >> 34);
      } else if (size == 12) {
        const std::uint64_t nanoseconds = take(4);
        moment = interchange::rfc3339(static_cast<std::int64_t>(take(8)), nanoseconds);
      }
      p_ = from + size;
      if (!moment.empty()) {
        losses_.add(at, "a timestamp became RFC 3339 text");
        return put_made_string(at, moment);
      }
    }
    p_ = from + size;
    return put_bytes(at, view, "an extension of type " + std::to_string(type));
  }
};

}  // namespace

Result<Document> decode(std::string_view bytes, const DecodeOptions& options) {
  return interchange::decode_with<Reader>(bytes, options);
}

}  // namespace laconic::msgpack

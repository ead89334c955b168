// cbor_read.cpp - CBOR to a Document: RFC 8949, lengths definite or not.
#include <bit>
#include <cmath>

#include <laconic/cbor.hpp>

#include "interchange/msgpack/binary_read.hpp"

namespace laconic::cbor {
namespace {

constexpr unsigned open_ended = 31;

double half(std::uint64_t bits) noexcept {
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const auto fraction = static_cast<double>(bits & 0x3FF);
  double value = 0;
  if (exponent == 0) {
    value = std::ldexp(fraction, -24);
  } else if (exponent < 31) {
    value = std::ldexp(fraction + 1024, exponent - 25);
  } else {
    value = fraction == 0 ? HUGE_VAL : std::nan("");
  }
  return (bits & 0x8000) != 0 ? -value : value;
}

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
  /// The argument of a head byte; `info` is below 28.
  bool argument(unsigned info, std::uint64_t& value) {
    if (info < 24) {
      value = info;
      return true;
    }
    const unsigned size = 1U << (info - 24);
    if (!need(size)) return false;
    value = take(size);
    return true;
  }

  bool item() {
    if (!need(1)) return false;
    const std::uint64_t at = offset();
    const auto head = static_cast<unsigned char>(*p_++);
    const unsigned major = head >> 5;
    const unsigned info = head & 31U;
    if (head == 0xFF) return stop(at);
    if (info > 27 && (info != open_ended || major < 2 || major > 5)) {
      return fail(at, Errc::unexpected_character, "this byte starts no CBOR data item");
    }
    if (info == open_ended) {
      if (major >= 4) return begin_open_ended(at, major == 5);
      return chunks(at, major == 3);
    }
    std::uint64_t value = 0;
    if (!argument(info, value)) return false;
    switch (major) {
      case 0: return put_unsigned(at, value);
      case 1: return put_negative(at, value);
      case 2:
      case 3: {
        if (!need(value)) return false;
        const char* const from = p_;
        p_ += value;
        if (major == 3) return put_string(at, from, value);
        return put_bytes(at, {from, static_cast<std::size_t>(value)}, "a byte string");
      }
      case 4:
      case 5: return begin(at, major == 5, value);
      case 6: return tag(at, value);
      default: return simple(at, info, value);
    }
  }

  bool stop(std::uint64_t at) {
    if (levels_.empty() || !levels_.back().open_ended) {
      return fail(at, Errc::unexpected_character,
                  "a stop mark (0xff) where nothing of open length has begun");
    }
    if (levels_.back().is_map && !levels_.back().at_key) {
      return fail(at, Errc::unexpected_character, "a map ends between a key and its value");
    }
    return end();
  }

  /// A string or byte string of open length.
  bool chunks(std::uint64_t at, bool is_text) {
    std::string whole;
    while (true) {
      if (!need(1)) return false;
      const std::uint64_t chunk_at = offset();
      const auto head = static_cast<unsigned char>(*p_++);
      if (head == 0xFF) break;
      std::uint64_t size = 0;
      if (head >> 5 != (is_text ? 3 : 2) || (head & 31U) > 27) {
        return fail(chunk_at, Errc::unexpected_character,
                    "a piece of another kind inside a string of open length");
      }
      if (!argument(head & 31U, size) || !need(size)) return false;
      whole.append(p_, static_cast<std::size_t>(size));
      p_ += size;
    }
    if (!is_text) return put_bytes(at, whole, "a byte string");
    const char* const kept = maker_.keep(whole);
    if (kept == nullptr) return fail(at, Errc::out_of_memory, "no memory for the document");
    if (!put_string(at, kept, whole.size())) {
      // The text was put together elsewhere: its place is where it starts.
      return error().code == Errc::invalid_utf8
                 ? fail(at, Errc::invalid_utf8, "a string of open length is not UTF-8")
                 : false;
    }
    return true;
  }

  /// The item that a tag belongs to comes next; a big number is read here.
  bool tag(std::uint64_t at, std::uint64_t number) {
    constexpr std::uint64_t self_described = 55799;
    if (number == self_described) return need(1);
    if ((number == 2 || number == 3) && left() != 0) {
      const auto head = static_cast<unsigned char>(*p_);
      const unsigned size = head & 31U;
      if (head >> 5 == 2 && size <= 8) {
        ++p_;
        if (!need(size)) return false;
        const std::uint64_t value = take(size);
        return number == 2 ? put_unsigned(at, value) : put_negative(at, value);
      }
    }
    losses_.add(at, "the tag " + std::to_string(number) + " was left out");
    return need(1);
  }

  bool simple(std::uint64_t at, unsigned info, std::uint64_t value) {
    switch (info) {
      case 20:
      case 21: return put(at, detail::TreeMaker::boolean(info == 21));
      case 22: return put(at, Value());
      case 23: losses_.add(at, "undefined became null"); return put(at, Value());
      case 25: return put_real(at, half(value));
      case 26: return put_real(at, std::bit_cast<float>(static_cast<std::uint32_t>(value)));
      case 27: return put_real(at, std::bit_cast<double>(value));
      default:
        return fail(at, Errc::not_representable,
                    "the simple value " + std::to_string(value) +
                        " has no meaning here; true, false, null and undefined do");
    }
  }
};

}  // namespace

Result<Document> decode(std::string_view bytes, const DecodeOptions& options) {
  return interchange::decode_with<Reader>(bytes, options);
}

}  // namespace laconic::cbor

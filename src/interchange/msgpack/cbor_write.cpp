// cbor_write.cpp - a value as CBOR in its preferred form: the shortest that is exact.
#include <bit>

#include <laconic/cbor.hpp>

#include "interchange/msgpack/binary_write.hpp"

namespace laconic::cbor {
namespace {

using interchange::put_head;

class Writer {
 public:
  explicit Writer(const EncodeOptions& options, std::uint64_t expected)
      : out_(options.max_bytes, expected) {}

  Result<std::string> write(const Value& root) {
    value(root);
    if (fault_ != nullptr) return interchange::unwritable_number("CBOR", root, fault_);
    return out_.finish();
  }

 private:
  void value(const Value& v) {
    switch (v.kind()) {
      case Kind::null: return put_head(out_, 0xF6, 0, 0);
      case Kind::boolean: return put_head(out_, v.boolean() ? 0xF5 : 0xF4, 0, 0);
      case Kind::integer: {
        const std::int64_t integer = v.integer();
        if (integer >= 0) return head(0, static_cast<std::uint64_t>(integer));
        return head(1, static_cast<std::uint64_t>(-1 - integer));
      }
      case Kind::real: return real(v.real());
      case Kind::big_number: return big(v);
      case Kind::string: return string(v.string());
      case Kind::array:
        head(4, v.size());
        for (const Value& item : v.items())
          value(item);
        return;
      case Kind::object:
        head(5, v.size());
        for (const auto [key, member] : v.members()) {
          string(key);
          value(member);
        }
    }
  }

  void head(unsigned major, std::uint64_t argument) {
    major <<= 5;
    if (argument < 24) return put_head(out_, major | static_cast<unsigned>(argument), 0, 0);
    if (argument < 0x100) return put_head(out_, major | 24, 1, argument);
    if (argument < 0x10000) return put_head(out_, major | 25, 2, argument);
    if (argument <= 0xFFFFFFFF) return put_head(out_, major | 26, 4, argument);
    put_head(out_, major | 27, 8, argument);
  }

  void string(std::string_view text) {
    head(3, text.size());
    out_.put(text);
  }

  void real(double value) {
    const auto narrow = static_cast<float>(value);
    if (static_cast<double>(narrow) != value) {
      return put_head(out_, 0xFB, 8, std::bit_cast<std::uint64_t>(value));
    }
    // Normal numbers of 16 bits, and zero; the few subnormal ones are left to 32 bits.
    const auto bits = std::bit_cast<std::uint32_t>(narrow);
    const std::uint32_t sign = bits >> 16 & 0x8000;
    const std::uint32_t exponent = bits >> 23 & 0xFF;
    if (value == 0) return put_head(out_, 0xF9, 2, sign);
    if ((bits & 0x1FFF) == 0 && exponent >= 113 && exponent <= 142) {
      return put_head(out_, 0xF9, 2, sign | (exponent - 112) << 10 | (bits >> 13 & 0x3FF));
    }
    put_head(out_, 0xFA, 4, bits);
  }

  void big(const Value& v) {
    const std::string_view lexeme = v.lexeme();
    const auto wide = interchange::wide_integer(lexeme);
    if (wide.fits) return head(wide.negative ? 1 : 0, wide.magnitude - (wide.negative ? 1 : 0));
    if (lexeme == "-18446744073709551616") return head(1, ~std::uint64_t{0});
    if (fault_ == nullptr) fault_ = &v;
  }

  Output out_;
  const Value* fault_ = nullptr;
};

}  // namespace

Result<std::string> encode(Value value, const EncodeOptions& options) {
  return Writer(options, detail::ValueAccess::source_size(value) * 3 / 4).write(value);
}

}  // namespace laconic::cbor

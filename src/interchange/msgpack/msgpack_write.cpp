// msgpack_write.cpp - a value as MessagePack, each part in its smallest form.
#include <bit>

#include <laconic/msgpack.hpp>

#include "interchange/msgpack/binary_write.hpp"

namespace laconic::msgpack {
namespace {

using interchange::put_head;

class Writer {
 public:
  explicit Writer(const EncodeOptions& options, std::uint64_t expected)
      : out_(options.max_bytes, expected) {}

  Result<std::string> write(const Value& root) {
    value(root);
    if (fault_ != nullptr) return interchange::unwritable_number("MessagePack", root, fault_);
    return out_.finish();
  }

 private:
  void value(const Value& v) {
    switch (v.kind()) {
      case Kind::null: return put_head(out_, 0xC0, 0, 0);
      case Kind::boolean: return put_head(out_, v.boolean() ? 0xC3 : 0xC2, 0, 0);
      case Kind::integer: return integer(v.integer());
      case Kind::real: return real(v.real());
      case Kind::big_number: return big(v);
      case Kind::string: return string(v.string());
      case Kind::array:
        sized(v.size(), 0x90, 16, 0xDC - 1);
        for (const Value& item : v.items())
          value(item);
        return;
      case Kind::object:
        sized(v.size(), 0x80, 16, 0xDE - 1);
        for (const auto [key, member] : v.members()) {
          string(key);
          value(member);
        }
    }
  }

  /// The head of something with a length: `fixed` for fewer than `limit`, else `sized` plus 0, 1
  /// or 2 for lengths of one, two or four bytes. Containers have none of one byte.
  void sized(std::size_t size, unsigned fixed, std::size_t limit, unsigned base) {
    if (size < limit) return put_head(out_, fixed | static_cast<unsigned>(size), 0, 0);
    if (size < 0x100 && limit == 32) return put_head(out_, base, 1, size);
    if (size < 0x10000) return put_head(out_, base + 1, 2, size);
    put_head(out_, base + 2, 4, size);
  }

  void string(std::string_view text) {
    sized(text.size(), 0xA0, 32, 0xD9);
    out_.put(text);
  }

  void unsigned_integer(std::uint64_t value) {
    if (value < 0x80) return put_head(out_, static_cast<unsigned>(value), 0, 0);
    if (value < 0x100) return put_head(out_, 0xCC, 1, value);
    if (value < 0x10000) return put_head(out_, 0xCD, 2, value);
    if (value <= 0xFFFFFFFF) return put_head(out_, 0xCE, 4, value);
    put_head(out_, 0xCF, 8, value);
  }

  void integer(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    if (value >= 0) return unsigned_integer(bits);
    if (value >= -32) return put_head(out_, static_cast<unsigned>(bits & 0xFF), 0, 0);
    if (value >= INT8_MIN) return put_head(out_, 0xD0, 1, bits);
    if (value >= INT16_MIN) return put_head(out_, 0xD1, 2, bits);
    if (value >= INT32_MIN) return put_head(out_, 0xD2, 4, bits);
    put_head(out_, 0xD3, 8, bits);
  }

  void real(double value) {
    const auto narrow = static_cast<float>(value);
    if (static_cast<double>(narrow) == value) {
      return put_head(out_, 0xCA, 4, std::bit_cast<std::uint32_t>(narrow));
    }
    put_head(out_, 0xCB, 8, std::bit_cast<std::uint64_t>(value));
  }

  void big(const Value& v) {
    const auto wide = interchange::wide_integer(v.lexeme());
    if (wide.fits && !wide.negative) return unsigned_integer(wide.magnitude);
    if (fault_ == nullptr) fault_ = &v;
  }

  Output out_;
  const Value* fault_ = nullptr;
};

}  // namespace

Result<std::string> encode(Value value, const EncodeOptions& options) {
  return Writer(options, detail::ValueAccess::source_size(value) * 3 / 4).write(value);
}

}  // namespace laconic::msgpack

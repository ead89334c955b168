// gguf.cpp - reads the keys and values of GGUF.
#include "tokens/gguf.hpp"

#include <bit>
#include <cstring>

namespace laconic::tokens {
namespace {

/// The types of values, by their number in the file.
enum class GgufType : std::uint32_t {
  u8 = 0,
  i8 = 1,
  u16 = 2,
  i16 = 3,
  u32 = 4,
  i32 = 5,
  f32 = 6,
  boolean = 7,
  string = 8,
  array = 9,
  u64 = 10,
  i64 = 11,
  f64 = 12,
};

/// Bytes of a value; 0 for strings, arrays and types that there are not.
constexpr std::size_t size_of(GgufType type) noexcept {
  switch (type) {
    case GgufType::u8:
    case GgufType::i8:
    case GgufType::boolean: return 1;
    case GgufType::u16:
    case GgufType::i16: return 2;
    case GgufType::u32:
    case GgufType::i32:
    case GgufType::f32: return 4;
    case GgufType::u64:
    case GgufType::i64:
    case GgufType::f64: return 8;
    default: return 0;
  }
}

class GgufReader {
 public:
  explicit GgufReader(std::string_view file) noexcept : file_(file) {}

  Result<GgufVocabulary> read() {
    static_assert(std::endian::native == std::endian::little);
    at_ = 4;  // the magic
    std::uint32_t version = 0;
    std::uint64_t tensors = 0;
    std::uint64_t pairs = 0;
    if (!take(version)) return ended();
    if (version == 0x02000000 || version == 0x03000000)
      return refused("this GGUF file is big-endian, which is not supported");
    if (version != 2 && version != 3)
      return refused("this is version " + std::to_string(version) +
                     " of GGUF; 2 and 3 are supported");
    if (!take(tensors) || !take(pairs)) return ended();
    for (; pairs > 0; --pairs) {
      std::string_view key;
      std::uint32_t type = 0;
      if (!take_text(key) || !take(type)) return ended();
      if (auto done = read_value(key, static_cast<GgufType>(type)); !done) return done.error();
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] std::size_t left() const noexcept { return file_.size() - at_; }

  template <class Number>
  bool take(Number& number) noexcept {
    if (left() < sizeof number) return false;
    std::memcpy(&number, file_.data() + at_, sizeof number);
    at_ += sizeof number;
    return true;
  }
  bool take_text(std::string_view& text) noexcept {
    std::uint64_t size = 0;
    if (!take(size) || size > left()) return false;
    text = file_.substr(at_, static_cast<std::size_t>(size));
    at_ += text.size();
    return true;
  }

  [[nodiscard]] Error ended() const {
    return {Errc::unexpected_end, at_, "the GGUF file ends inside its keys and values"};
  }
  [[nodiscard]] Error refused(std::string detail) const {
    return {Errc::unsupported, at_, std::move(detail)};
  }
  [[nodiscard]] Error wrong_type(std::string_view key) const {
    return refused("the key " + std::string(key) + " has a value of another type than it should");
  }

  Result<Done> read_value(std::string_view key, GgufType type) {
    constexpr std::string_view prefix = "tokenizer.ggml.";
    if (!key.starts_with(prefix)) return skip_value(type);
    const std::string_view what = key.substr(prefix.size());
    if (what == "model") return read_text(key, type, found_.model);
    if (what == "pre") return read_text(key, type, found_.pre);
    if (what == "tokens") return read_texts(key, type, found_.has_tokens, found_.tokens);
    if (what == "merges") return read_texts(key, type, found_.has_merges, found_.merges);
    if (what == "scores") return read_numbers(key, type, GgufType::f32, found_.scores);
    if (what == "token_type") return read_numbers(key, type, GgufType::i32, found_.types);
    if (what == "add_space_prefix") {
      std::uint8_t flag = 0;
      if (type != GgufType::boolean || found_.add_space_prefix) return wrong_type(key);
      if (!take(flag)) return ended();
      found_.add_space_prefix = flag != 0;
      return Done{};
    }
    return skip_value(type);
  }

  static Error twice(std::string_view key) {
    return {Errc::duplicate_key, 0, "the key " + std::string(key) + " occurs twice"};
  }

  Result<Done> read_text(std::string_view key, GgufType type, std::string_view& into) {
    if (type != GgufType::string) return wrong_type(key);
    if (into.data() != nullptr) return twice(key);
    if (!take_text(into)) return ended();
    return Done{};
  }

  /// The head of an array of that many elements, which the rest of the file can hold.
  Result<Done> take_head(std::string_view key, GgufType type, GgufType element,
                         std::size_t least_size, std::size_t& count) {
    if (type != GgufType::array) return wrong_type(key);
    std::uint32_t found = 0;
    std::uint64_t many = 0;
    if (!take(found) || !take(many)) return ended();
    if (static_cast<GgufType>(found) != element) return wrong_type(key);
    if (many > left() / least_size) return ended();
    count = static_cast<std::size_t>(many);
    return Done{};
  }

  Result<Done> read_texts(std::string_view key, GgufType type, bool& has,
                          std::vector<std::string_view>& into) {
    if (has) return twice(key);
    has = true;
    std::size_t count = 0;
    if (auto done = take_head(key, type, GgufType::string, sizeof(std::uint64_t), count); !done)
      return done;
    into.resize(count);
    for (std::string_view& text : into) {
      if (!take_text(text)) return ended();
    }
    return Done{};
  }

  template <class Number>
  Result<Done> read_numbers(std::string_view key, GgufType type, GgufType element,
                            std::vector<Number>& into) {
    if (!into.empty()) return twice(key);
    std::size_t count = 0;
    if (auto done = take_head(key, type, element, sizeof(Number), count); !done) return done;
    into.resize(count);
    if (count != 0) std::memcpy(into.data(), file_.data() + at_, count * sizeof(Number));
    at_ += count * sizeof(Number);
    return Done{};
  }

  Result<Done> skip_value(GgufType type) {
    if (type == GgufType::string) {
      std::string_view text;
      return take_text(text) ? Result<Done>(Done{}) : Result<Done>(ended());
    }
    if (type != GgufType::array) return skip_bytes(type, 1);
    std::uint32_t element = 0;
    std::uint64_t count = 0;
    if (!take(element) || !take(count)) return ended();
    if (static_cast<GgufType>(element) != GgufType::string)
      return skip_bytes(static_cast<GgufType>(element), count);
    for (std::string_view text; count > 0; --count) {
      if (!take_text(text)) return ended();
    }
    return Done{};
  }

  Result<Done> skip_bytes(GgufType type, std::uint64_t count) {
    const std::size_t size = size_of(type);
    if (size == 0)
      return refused("a value has the type " + std::to_string(static_cast<std::uint32_t>(type)) +
                     ", which is not supported");
    if (count > left() / size) return ended();
    at_ += static_cast<std::size_t>(count) * size;
    return Done{};
  }

  std::string_view file_;
  std::size_t at_ = 0;
  GgufVocabulary found_;
};

}  // namespace

Result<GgufVocabulary> read_gguf(std::string_view file) {
  if (!file.starts_with("GGUF"))
    return Error{Errc::unsupported, 0, "the file does not begin with GGUF"};
  return GgufReader(file).read();
}

}  // namespace laconic::tokens

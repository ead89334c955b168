// value.hpp - the one data model that every format reads into and writes from.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include <laconic/error.hpp>
#include <laconic/export.hpp>

namespace laconic {

class Value;

namespace detail {

class Store;         // all memory of one document
class TreeMaker;     // the only maker of values
struct ValueAccess;  // what writers may see of a value's insides

/// An interned key. Within one document equal keys have equal ids.
struct KeyRef {
  const char* data;
  std::uint32_t size;
  std::uint32_t id;  // the top bit says: needs no escape in JSON; the rest counts from 0

  [[nodiscard]] std::string_view text() const noexcept { return {data, size}; }
};

/// The ordered key list of an object. Within one document, two objects have the
/// same keys in the same order exactly when their shapes are the same pointer.
struct Shape {
  const KeyRef* keys;
  std::uint32_t size;
  std::uint32_t id;  // dense, from 0, per document
  const Store* store;
};

/// An object in memory: its shape, then one value per key.
struct ObjectNode {
  const Shape* shape;
  std::uint64_t reserved;
  // followed by shape->size values
};

LACONIC_API std::int64_t integer_from_text(const char* text, std::uint32_t size) noexcept;
LACONIC_API double real_from_text(const char* text, std::uint32_t size) noexcept;

}  // namespace detail

enum class Kind : std::uint8_t {
  null,
  boolean,
  integer,     ///< fits int64
  real,        ///< IEEE binary64
  big_number,  ///< any other JSON number, kept as written: 1e400, 18446744073709551615
  string,
  array,
  object,
};

/// "null", "boolean", ...
[[nodiscard]] LACONIC_API std::string_view name_of(Kind kind) noexcept;

/// One member of an object.
struct Member;
class Members;

/// A view of one value inside a Document: 16 bytes, passed by value, valid as long
/// as the document lives. A default-made Value is null. Accessors assert the kind.
/// Values never change, so any number of threads may read them.
class Value {
 public:
  constexpr Value() noexcept : data_{.integer = 0} {}

  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  [[nodiscard]] bool is_null() const noexcept { return kind_ == Kind::null; }
  [[nodiscard]] bool is_number() const noexcept {
    return kind_ == Kind::integer || kind_ == Kind::real || kind_ == Kind::big_number;
  }
  [[nodiscard]] bool is_string() const noexcept { return kind_ == Kind::string; }
  [[nodiscard]] bool is_array() const noexcept { return kind_ == Kind::array; }
  [[nodiscard]] bool is_object() const noexcept { return kind_ == Kind::object; }
  [[nodiscard]] bool is_scalar() const noexcept { return kind_ < Kind::array; }

  [[nodiscard]] bool boolean() const noexcept {
    assert(kind_ == Kind::boolean);
    return data_.integer != 0;
  }
  [[nodiscard]] std::int64_t integer() const noexcept {
    assert(kind_ == Kind::integer);
    return has_text() ? detail::integer_from_text(data_.text, size_) : data_.integer;
  }
  /// The number as binary64: a real as it is, an integer rounded to nearest.
  [[nodiscard]] double real() const noexcept {
    assert(kind_ == Kind::real || kind_ == Kind::integer);
    if (kind_ == Kind::integer) return static_cast<double>(integer());
    return has_text() ? detail::real_from_text(data_.text, size_) : data_.real;
  }
  [[nodiscard]] std::string_view string() const noexcept {
    assert(kind_ == Kind::string);
    return {data_.text, size_};
  }
  /// The spelling a number had in its source; empty for one made from a C++ number.
  [[nodiscard]] std::string_view lexeme() const noexcept {
    assert(is_number());
    return has_text() ? std::string_view(data_.text, size_) : std::string_view();
  }

  /// Elements of an array, members of an object, bytes of a string.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::span<const Value> items() const noexcept {
    assert(kind_ == Kind::array);
    return {data_.items, size_};
  }
  /// The values of an object in member order.
  [[nodiscard]] std::span<const Value> values() const noexcept {
    assert(kind_ == Kind::object);
    return {reinterpret_cast<const Value*>(data_.object + 1), size_};
  }
  [[nodiscard]] std::string_view key(std::size_t index) const noexcept {
    assert(kind_ == Kind::object && index < size_);
    return data_.object->shape->keys[index].text();
  }
  [[nodiscard]] Members members() const noexcept;
  /// The member called `key`, or nullptr; linear in the number of members.
  [[nodiscard]] LACONIC_API const Value* find(std::string_view key) const noexcept;
  /// Levels of nesting below and including this value: 0 for a scalar, 1 for `[]`.
  [[nodiscard]] unsigned depth() const noexcept { return depth_; }

 private:
  friend class detail::TreeMaker;
  friend struct detail::ValueAccess;

  [[nodiscard]] bool has_text() const noexcept { return (flags_ & 1) != 0; }

  Kind kind_ = Kind::null;
  std::uint8_t flags_ = 0;  // of numbers: 1 text kept, 2 text is GCF-canonical;
                            // of containers: which kinds of child there are
  std::uint16_t depth_ = 0;
  std::uint32_t size_ = 0;
  union {
    std::int64_t integer;
    double real;
    const char* text;
    const Value* items;
    const detail::ObjectNode* object;
  } data_;
};
static_assert(sizeof(Value) == 16);

struct Member {
  std::string_view key;
  const Value& value;
};

/// The members of an object, for range-for: `for (auto [key, value] : v.members())`.
class Members {
 public:
  class Iterator {
   public:
    Iterator(const detail::KeyRef* key, const Value* value) noexcept : key_(key), value_(value) {}
    [[nodiscard]] Member operator*() const noexcept { return {key_->text(), *value_}; }
    Iterator& operator++() noexcept {
      ++key_;
      ++value_;
      return *this;
    }
    [[nodiscard]] bool operator!=(const Iterator& o) const noexcept { return value_ != o.value_; }

   private:
    const detail::KeyRef* key_;
    const Value* value_;
  };
  Members(const detail::KeyRef* keys, std::span<const Value> values) noexcept
      : keys_(keys), values_(values) {}
  [[nodiscard]] Iterator begin() const noexcept { return {keys_, values_.data()}; }
  [[nodiscard]] Iterator end() const noexcept {
    return {keys_ + values_.size(), values_.data() + values_.size()};
  }

 private:
  const detail::KeyRef* keys_;
  std::span<const Value> values_;
};

inline Members Value::members() const noexcept {
  assert(kind_ == Kind::object);
  return {data_.object->shape->keys, values()};
}

/// Equal as JSON values: objects as sets of members, numbers by value (1 equals
/// 1.0). A big_number equals the same spelling, and the real that is
/// exactly the integer it spells.
[[nodiscard]] LACONIC_API bool same_value(Value a, Value b);

/// `same_value`, and every object has its members in the same order.
[[nodiscard]] LACONIC_API bool identical(Value a, Value b);

/// Something a reader wants known although it succeeded.
struct Note {
  enum class Type : std::uint8_t {
    warning,  ///< legal, but worth a look: a stream without its trailer
    repair,   ///< a lenient reader read this although it is wrong
    loss,     ///< the format says something that a document cannot hold: a YAML tag
  };
  Type type;
  Errc code;              ///< what a strict reader would have said of a repair
  std::uint64_t offset;   ///< byte offset in the text
  std::string_view text;  ///< a sentence; lives as long as the document
};

/// A parsed value and all memory it refers to. Movable, not copyable, immutable:
/// threads may share it. Values taken from it die with it.
class LACONIC_API Document {
 public:
  Document() noexcept = default;  ///< null
  Document(Document&& other) noexcept
      : store_(std::exchange(other.store_, nullptr)), root_(std::exchange(other.root_, Value())) {}
  Document& operator=(Document&& other) noexcept {
    std::swap(store_, other.store_);
    std::swap(root_, other.root_);
    return *this;
  }
  ~Document();

  [[nodiscard]] Value root() const noexcept { return root_; }
  /// Repairs and warnings of the reader, in order of occurrence.
  [[nodiscard]] std::span<const Note> notes() const noexcept;

 private:
  friend class detail::TreeMaker;
  Document(detail::Store* store, Value root) noexcept : store_(store), root_(root) {}

  detail::Store* store_ = nullptr;
  Value root_;
};

}  // namespace laconic

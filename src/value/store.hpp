// store.hpp - the memory of one document, and the maker of its values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <laconic/value.hpp>

#include "base/arena.hpp"
#include "value/shapes.hpp"

namespace laconic::detail {

class Store {
 public:
  Store() noexcept : shapes(arena, *this) {}

  Arena arena;
  ShapeTable shapes;
  std::vector<Note> notes;
  std::size_t text_size = 0;  // of the text the document was read from
};

/// Which kinds of child a container has.
enum Children : std::uint8_t {
  child_null = 1,
  child_scalar = 2,  // other than null
  child_array = 4,
  child_empty_object = 8,
  child_filled_object = 16,

  any_scalar = child_null | child_scalar,
  any_object = child_empty_object | child_filled_object,
  any_container = child_array | any_object,
};

/// A cell that is no value yet. Readers of tables keep such cells among the values of a
/// row; they never become part of a document.
enum class CellMark : std::uint8_t { none = 0, attached = 0x40, missing = 0x80 };

/// What writers may see of a value's insides.
struct ValueAccess {
  /// The `Children` of a container.
  static unsigned children(const Value& v) noexcept { return v.flags_; }
  static const Shape* shape(const Value& v) noexcept { return v.data_.object->shape; }
  /// The text of a number that GCF would spell just like this.
  static bool has_canonical_text(const Value& v) noexcept { return (v.flags_ & 3) == 3; }
  static const char* text(const Value& v) noexcept { return v.data_.text; }
  /// Length of the text that the value's document was read from, if that can be told; a
  /// guess at how long another text of it will be.
  static std::size_t source_size(Value v) noexcept {
    while (v.is_array() && v.size() != 0)
      v = v.items()[0];
    return v.is_object() ? shape(v)->store->text_size : 0;
  }
  static CellMark cell_mark(const Value& v) noexcept {
    return v.kind_ == Kind::null ? static_cast<CellMark>(v.flags_) : CellMark::none;
  }
};

/// Makes values. Containers are checked against the depth limit here, whoever asks for
/// them: everything that walks a document may recurse.
class TreeMaker {
 public:
  static constexpr unsigned hard_depth_limit = 1024;

  explicit TreeMaker(unsigned max_depth);
  TreeMaker(const TreeMaker&) = delete;
  TreeMaker& operator=(const TreeMaker&) = delete;
  ~TreeMaker();

  static Value boolean(bool value) noexcept {
    Value v = make(Kind::boolean, 0, 0);
    v.data_.integer = value ? 1 : 0;
    return v;
  }
  static Value integer(std::int64_t value) noexcept {
    Value v = make(Kind::integer, 0, 0);
    v.data_.integer = value;
    return v;
  }
  static Value real(double value) noexcept {
    Value v = make(Kind::real, 0, 0);
    v.data_.real = value;
    return v;
  }
  static Value marked_cell(CellMark mark) noexcept {
    return make(Kind::null, static_cast<std::uint8_t>(mark), 0);
  }
  /// A number whose text is part of the document.
  static Value number_text(Kind kind, const char* text, std::size_t size, bool canonical) noexcept {
    return make_text(kind, canonical ? 3 : 1, text, size);
  }
  /// A string whose text is part of the document and followed by a vector of padding.
  static Value string(const char* text, std::size_t size) noexcept {
    return make_text(Kind::string, 0, text, size);
  }

  /// Copies the items into the document. On failure (`error()`) the value is null.
  Value array(const Value* items, std::size_t count) noexcept;
  /// As above; `shape` says how many values there are.
  Value object(const Shape* shape, const Value* values) noexcept;

  /// A copy of `text` in the document, followed by a vector of padding; nullptr when
  /// memory is out.
  char* keep(std::string_view text) noexcept;
  void note(Note::Type type, Errc code, std::uint64_t offset, std::string_view text);

  [[nodiscard]] Arena& arena() noexcept { return store_->arena; }
  void set_text_size(std::size_t size) noexcept { store_->text_size = size; }
  [[nodiscard]] ShapeTable& shapes() noexcept { return store_->shapes; }
  [[nodiscard]] unsigned max_depth() const noexcept { return max_depth_; }
  /// False after a container could not be made.
  [[nodiscard]] bool ok() const noexcept { return failure_ == Failure::none; }
  [[nodiscard]] Error error(std::uint64_t offset) const;

  /// The document with this root; the maker is then used up.
  [[nodiscard]] Document finish(Value root) noexcept;

 private:
  enum class Failure : std::uint8_t { none, depth, size, memory };

  static Value make(Kind kind, std::uint8_t flags, std::size_t size) noexcept {
    Value v;
    v.kind_ = kind;
    v.flags_ = flags;
    v.size_ = static_cast<std::uint32_t>(size);
    return v;
  }
  static Value make_text(Kind kind, std::uint8_t flags, const char* text,
                         std::size_t size) noexcept {
    Value v = make(kind, flags, size);
    v.data_.text = text;
    return v;
  }
  Value container(Kind kind, const Value* children, std::size_t count, Value* own) noexcept;

  Store* store_;
  unsigned max_depth_;
  Failure failure_ = Failure::none;
};

}  // namespace laconic::detail

// store.cpp - making values and handing over documents.
#include "value/store.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "text/simd.hpp"

namespace laconic {

std::string_view name_of(Kind kind) noexcept {
  switch (kind) {
    case Kind::null: return "null";
    case Kind::boolean: return "boolean";
    case Kind::integer: return "integer";
    case Kind::real: return "real";
    case Kind::big_number: return "big number";
    case Kind::string: return "string";
    case Kind::array: return "array";
    case Kind::object: return "object";
  }
  return "unknown";
}

const Value* Value::find(std::string_view key) const noexcept {
  assert(kind_ == Kind::object);
  const auto own = values();
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (this->key(i) == key) return &own[i];
  }
  return nullptr;
}

Document::~Document() {
  delete store_;
}

std::span<const Note> Document::notes() const noexcept {
  return store_ == nullptr ? std::span<const Note>() : std::span<const Note>(store_->notes);
}

namespace detail {

TreeMaker::TreeMaker(unsigned max_depth)
    : store_(new Store), max_depth_(std::min(max_depth, hard_depth_limit)) {}

TreeMaker::~TreeMaker() {
  delete store_;
}

/// Copies the children to their place and sums up what they are.
Value TreeMaker::container(Kind kind, const Value* children, std::size_t count,
                           Value* own) noexcept {
  unsigned kinds = 0;  // a bit for each Kind
  for (std::size_t i = 0; i < count; ++i) {
    kinds |= 1U << static_cast<unsigned>(children[i].kind_);
    own[i] = children[i];
  }
  constexpr unsigned null_bit = 1U << static_cast<unsigned>(Kind::null);
  constexpr unsigned array_bit = 1U << static_cast<unsigned>(Kind::array);
  constexpr unsigned object_bit = 1U << static_cast<unsigned>(Kind::object);
  unsigned flags = (kinds & null_bit) != 0 ? unsigned{child_null} : 0U;
  if ((kinds & ~(null_bit | array_bit | object_bit)) != 0) flags |= child_scalar;
  unsigned depth = 0;
  if ((kinds & (array_bit | object_bit)) != 0) {
    for (std::size_t i = 0; i < count; ++i) {
      const Value& child = own[i];
      if (child.kind_ == Kind::array) flags |= child_array;
      if (child.kind_ == Kind::object) {
        flags |= child.size_ == 0 ? unsigned{child_empty_object} : unsigned{child_filled_object};
      }
      depth = std::max<unsigned>(depth, child.depth_);
    }
  }
  if (depth + 1 > max_depth_) failure_ = Failure::depth;
  Value v = make(kind, static_cast<std::uint8_t>(flags), count);
  v.depth_ = static_cast<std::uint16_t>(depth + 1);
  return v;
}

Value TreeMaker::array(const Value* items, std::size_t count) noexcept {
  Value* own = arena().allocate_array<Value>(count);
  if (own == nullptr) failure_ = Failure::memory;
  if (count > 0xFFFFFFFEU) failure_ = Failure::size;
  if (!ok()) return {};
  Value v = container(Kind::array, items, count, own);
  v.data_.items = own;
  return ok() ? v : Value();
}

Value TreeMaker::object(const Shape* shape, const Value* values) noexcept {
  ObjectNode* node = nullptr;
  if (shape != nullptr) {
    node = static_cast<ObjectNode*>(
        arena().allocate(sizeof(ObjectNode) + shape->size * sizeof(Value)));
  }
  if (node == nullptr) failure_ = Failure::memory;
  if (!ok()) return {};
  node->shape = shape;
  node->reserved = 0;
  Value v = container(Kind::object, values, shape->size, reinterpret_cast<Value*>(node + 1));
  v.data_.object = node;
  return ok() ? v : Value();
}

char* TreeMaker::keep(std::string_view text) noexcept {
  char* copy = static_cast<char*>(arena().allocate(text.size() + simd::width));
  if (copy == nullptr) {
    failure_ = Failure::memory;
    return nullptr;
  }
  std::memcpy(copy, text.data(), text.size());
  std::memset(copy + text.size(), 0, simd::width);
  return copy;
}

void TreeMaker::note(Note::Type type, Errc code, std::uint64_t offset, std::string_view text) {
  const char* kept = keep(text);
  if (kept != nullptr) store_->notes.push_back({type, code, offset, {kept, text.size()}});
}

Error TreeMaker::error(std::uint64_t offset) const {
  switch (failure_) {
    case Failure::depth:
      return {Errc::depth_exceeded, offset,
              "nested deeper than the limit of " + std::to_string(max_depth_) + " levels"};
    case Failure::size:
      return {Errc::size_exceeded, offset, "a container holds more than 4,294,967,294 values"};
    case Failure::none:
    case Failure::memory: break;
  }
  return {Errc::out_of_memory, offset, "no memory for the document"};
}

Document TreeMaker::finish(Value root) noexcept {
  Store* store = store_;
  store_ = nullptr;
  return {store, root};
}

}  // namespace detail
}  // namespace laconic

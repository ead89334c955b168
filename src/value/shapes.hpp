// shapes.hpp - interned keys and interned key lists of one document.
//
// Key lists form a tree: the node of {a,b} is a child of the node of {a}. An object in
// the making walks down that tree, one step per key, and the node it ends at is its
// shape. Records of a table walk the same path again and again; each node remembers
// the child taken last, so a step is mostly one comparison of the key's bytes and no
// hashing; a small cache of recent steps serves records of several kinds in turn.
//
//     (root) --id--> [id] --name--> [id,name] --mail--> [id,name,mail]
//                                        \----phone--> [id,name,phone]
//
// That a key occurs twice in an object has to be checked only when a node is made.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <laconic/value.hpp>

#include "base/arena.hpp"
#include "text/simd.hpp"

namespace laconic::detail {

struct ShapeNode {
  KeyRef key;  // the last key of the list
  ShapeNode* parent;
  ShapeNode* likely;  // the child taken last, or nullptr
  Shape* shape;       // the whole list; nullptr until an object ended here
  std::uint32_t size;
  std::uint32_t id;
};

/// What an object in the making has to remember.
struct ShapeCursor {
  ShapeNode* node;
  std::uint32_t serial = 0;  // not 0: its keys are in the table's set of seen keys
};

inline constexpr std::uint32_t plain_key_bit = 0x80000000U;

class ShapeTable {
 public:
  ShapeTable(Arena& arena, const Store& store) noexcept;
  ShapeTable(const ShapeTable&) = delete;
  ShapeTable& operator=(const ShapeTable&) = delete;
  ~ShapeTable();

  enum class Step : std::uint8_t { ok, duplicate, out_of_memory };

  [[nodiscard]] ShapeCursor begin() noexcept { return {&root_}; }
  /// Adds a key. `text` needs a vector of readable bytes behind it.
  [[nodiscard]] Step step(ShapeCursor& cursor, const char* text, std::size_t size) noexcept {
    ShapeNode* const likely = cursor.node->likely;
    if (likely != nullptr && likely->key.size == size && cursor.serial == 0 &&
        simd::equal(likely->key.data, text, size)) {
      cursor.node = likely;
      return Step::ok;
    }
    return step_miss(cursor, text, size);
  }
  /// Adds the key that mostly comes next, if `quote` starts exactly that key in quotes;
  /// returns the closing quote, or nullptr. Needs a vector of readable bytes behind.
  [[nodiscard]] const char* step_likely(ShapeCursor& cursor, const char* quote) const noexcept {
    ShapeNode* const likely = cursor.node->likely;
    if (likely == nullptr || cursor.serial != 0) return nullptr;
    const KeyRef& key = likely->key;
    if ((key.id & plain_key_bit) == 0 || !simd::equal(key.data - 1, quote, key.size + 2)) {
      return nullptr;
    }
    cursor.node = likely;
    return quote + key.size + 1;
  }
  /// Adds an interned key.
  [[nodiscard]] Step step(ShapeCursor& cursor, const KeyRef& key) noexcept {
    ShapeNode* const likely = cursor.node->likely;
    if (likely != nullptr && likely->key.id == key.id && cursor.serial == 0) {
      cursor.node = likely;
      return Step::ok;
    }
    return step_slow(cursor, key);
  }
  /// The shape of a complete object; nullptr when memory is out.
  [[nodiscard]] const Shape* finish(const ShapeCursor& cursor) noexcept {
    if (cursor.serial != 0) forget_seen();
    return cursor.node->shape != nullptr ? cursor.node->shape : make_shape(cursor.node);
  }

  /// The one copy of a key; nullptr when memory is out. `text` as for `step`. The
  /// reference dies with the next call.
  [[nodiscard]] const KeyRef* intern(const char* text, std::size_t size) noexcept;

  [[nodiscard]] const KeyRef& key_of(std::uint32_t id) const noexcept {
    return keys_[id & ~plain_key_bit];
  }
  [[nodiscard]] std::uint32_t key_count() const noexcept {
    return static_cast<std::uint32_t>(keys_.size());
  }
  [[nodiscard]] std::uint32_t shape_count() const noexcept { return shape_count_; }

 private:
  Step step_miss(ShapeCursor& cursor, const char* text, std::size_t size) noexcept;
  Step step_slow(ShapeCursor& cursor, const KeyRef& key) noexcept;
  ShapeNode* find_child(const ShapeNode* parent, std::uint32_t key_id) const noexcept;
  bool has_key(ShapeCursor& cursor, std::uint32_t key_id) noexcept;
  bool remember_seen(std::uint32_t serial, std::uint32_t key_id) noexcept;
  void forget_seen() noexcept;
  Shape* make_shape(ShapeNode* node) noexcept;
  [[nodiscard]] std::uint64_t hash_text(const char* text, std::size_t size) const noexcept;
  void grow_keys() noexcept;
  void grow_children() noexcept;
  void grow_seen() noexcept;

  Arena& arena_;
  const Store& store_;
  ShapeNode root_;
  ShapeNode* recent_[256] = {};
  std::vector<KeyRef> keys_;
  std::vector<std::uint32_t> key_slots_;   // 1 + index into keys_, 0 is free
  std::vector<ShapeNode*> child_slots_;    // by (parent, key)
  std::vector<std::uint64_t> seen_slots_;  // (serial, key) pairs of wide objects
  std::size_t child_count_ = 0;
  std::size_t seen_count_ = 0;
  std::uint32_t seen_users_ = 0;
  std::uint32_t last_serial_ = 0;
  std::uint32_t node_count_ = 1;
  std::uint32_t shape_count_ = 0;
  std::uint64_t seed_;
};

}  // namespace laconic::detail

// shapes.cpp - the tree of key lists, and hashing that hostile keys cannot defeat.
#include "value/shapes.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "text/escape.hpp"

namespace laconic::detail {
namespace {

// Up to this many keys, looking at all of them beats a hash set.
constexpr std::uint32_t few_keys = 32;
// A fixed seed is harmless while a table is this small; larger ones draw a random one.
constexpr std::size_t seeded_size = 512;

__extension__ using Uint128 = unsigned __int128;

std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
  const Uint128 product = static_cast<Uint128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

std::uint64_t hash_pair(std::uint32_t a, std::uint32_t b, std::uint64_t seed) noexcept {
  return mix(((static_cast<std::uint64_t>(a) << 32) | b) ^ seed, 0x9E3779B97F4A7C15ULL);
}

}  // namespace

ShapeTable::ShapeTable(Arena& arena, const Store& store) noexcept
    : arena_(arena),
      store_(store),
      root_{{nullptr, 0, 0}, nullptr, nullptr, nullptr, 0, 0},
      key_slots_(64),
      child_slots_(64),
      seed_(0x243F6A8885A308D3ULL) {}

ShapeTable::~ShapeTable() = default;

std::uint64_t ShapeTable::hash_text(const char* text, std::size_t size) const noexcept {
  std::uint64_t hash = seed_ ^ size;
  std::uint64_t word = 0;
  std::size_t i = 0;
  for (; i + 8 <= size; i += 8) {
    std::memcpy(&word, text + i, 8);
    hash = mix(hash ^ word, 0xA0761D6478BD642FULL);
  }
  if (i < size) {
    word = 0;
    std::memcpy(&word, text + i, size - i);
    hash = mix(hash ^ word, 0xE7037ED1A0B428DBULL);
  }
  return mix(hash, seed_ | 1);
}

const KeyRef* ShapeTable::intern(const char* text, std::size_t size) noexcept {
  std::size_t mask = key_slots_.size() - 1;
  std::size_t slot = hash_text(text, size) & mask;
  while (key_slots_[slot] != 0) {
    const KeyRef& key = keys_[key_slots_[slot] - 1];
    if (key.size == size && simd::equal(key.data, text, size)) return &key;
    slot = (slot + 1) & mask;
  }
  // Stored as `"text":`, so that JSON writers can copy all of it when nothing in it
  // has to be escaped.
  auto* copy = static_cast<char*>(arena_.allocate(size + 3 + simd::width));
  if (copy == nullptr || size > 0xFFFFFFF0U) return nullptr;
  copy[0] = '"';
  std::memcpy(copy + 1, text, size);
  std::memset(copy + 1 + size, 0, simd::width);
  const bool plain = find_quote_or_escape(copy + 1) >= copy + 1 + size;
  copy[1 + size] = '"';
  copy[2 + size] = ':';
  keys_.push_back({copy + 1, static_cast<std::uint32_t>(size),
                   static_cast<std::uint32_t>(keys_.size()) | (plain ? plain_key_bit : 0)});
  key_slots_[slot] = static_cast<std::uint32_t>(keys_.size());
  if (keys_.size() * 2 > key_slots_.size()) grow_keys();
  return &keys_.back();
}

void ShapeTable::grow_keys() noexcept {
  const std::size_t size = key_slots_.size() * 2;
  if (size == seeded_size && getentropy(&seed_, sizeof seed_) == 0) {
    grow_children();  // the other two tables hash with the seed, too
    grow_seen();
  }
  key_slots_.assign(size, 0);
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    std::size_t slot = hash_text(keys_[i].data, keys_[i].size) & (size - 1);
    while (key_slots_[slot] != 0)
      slot = (slot + 1) & (size - 1);
    key_slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

void ShapeTable::grow_children() noexcept {
  std::vector<ShapeNode*> old(child_slots_.size() * 2);
  old.swap(child_slots_);
  const std::size_t mask = child_slots_.size() - 1;
  for (ShapeNode* node : old) {
    if (node == nullptr) continue;
    std::size_t slot = hash_pair(node->parent->id, node->key.id, seed_) & mask;
    while (child_slots_[slot] != nullptr)
      slot = (slot + 1) & mask;
    child_slots_[slot] = node;
  }
}

ShapeNode* ShapeTable::find_child(const ShapeNode* parent, std::uint32_t key_id) const noexcept {
  const std::size_t mask = child_slots_.size() - 1;
  std::size_t slot = hash_pair(parent->id, key_id, seed_) & mask;
  while (child_slots_[slot] != nullptr) {
    ShapeNode* node = child_slots_[slot];
    if (node->parent == parent && node->key.id == key_id) return node;
    slot = (slot + 1) & mask;
  }
  return nullptr;
}

ShapeTable::Step ShapeTable::step_miss(ShapeCursor& cursor, const char* text,
                                       std::size_t size) noexcept {
  std::uint64_t head = 0;
  std::memcpy(&head, text, 8);  // text is followed by padding
  if (size < 8) head &= (std::uint64_t{1} << (8 * size)) - 1;
  const std::uint64_t hash = (head + cursor.node->id + (size << 56)) * 0x9E3779B97F4A7C15ULL;
  ShapeNode*& recent = recent_[hash >> 56];
  if (recent != nullptr && recent->parent == cursor.node && recent->key.size == size &&
      cursor.serial == 0 && simd::equal(recent->key.data, text, size)) {
    cursor.node->likely = recent;
    cursor.node = recent;
    return Step::ok;
  }
  const KeyRef* key = intern(text, size);
  if (key == nullptr) return Step::out_of_memory;
  const Step step = step_slow(cursor, *key);
  if (step == Step::ok) recent = cursor.node;
  return step;
}

ShapeTable::Step ShapeTable::step_slow(ShapeCursor& cursor, const KeyRef& key) noexcept {
  ShapeNode* child = find_child(cursor.node, key.id);
  if (child == nullptr) {
    if (has_key(cursor, key.id)) return Step::duplicate;
    child = arena_.allocate_array<ShapeNode>(1);
    if (child == nullptr) return Step::out_of_memory;
    *child = {key, cursor.node, nullptr, nullptr, cursor.node->size + 1, node_count_++};
    if ((child_count_ + 1) * 2 > child_slots_.size()) grow_children();
    const std::size_t mask = child_slots_.size() - 1;
    std::size_t slot = hash_pair(cursor.node->id, key.id, seed_) & mask;
    while (child_slots_[slot] != nullptr)
      slot = (slot + 1) & mask;
    child_slots_[slot] = child;
    ++child_count_;
  }
  // A path that exists has no key twice; only the set has to be kept up to date.
  if (cursor.serial != 0) remember_seen(cursor.serial, key.id);
  cursor.node->likely = child;
  cursor.node = child;
  return Step::ok;
}

bool ShapeTable::has_key(ShapeCursor& cursor, std::uint32_t key_id) noexcept {
  if (cursor.serial == 0) {
    if (cursor.node->size <= few_keys) {
      for (const ShapeNode* node = cursor.node; node != &root_; node = node->parent) {
        if (node->key.id == key_id) return true;
      }
      return false;
    }
    cursor.serial = ++last_serial_;
    ++seen_users_;
    for (const ShapeNode* node = cursor.node; node != &root_; node = node->parent) {
      remember_seen(cursor.serial, node->key.id);
    }
  }
  if (seen_slots_.empty()) return false;
  const std::uint64_t wanted = (static_cast<std::uint64_t>(cursor.serial) << 32) | key_id;
  const std::size_t mask = seen_slots_.size() - 1;
  std::size_t slot = hash_pair(cursor.serial, key_id, seed_) & mask;
  while (seen_slots_[slot] != 0) {
    if (seen_slots_[slot] == wanted) return true;
    slot = (slot + 1) & mask;
  }
  return false;
}

bool ShapeTable::remember_seen(std::uint32_t serial, std::uint32_t key_id) noexcept {
  if ((seen_count_ + 1) * 2 > seen_slots_.size()) grow_seen();
  const std::uint64_t entry = (static_cast<std::uint64_t>(serial) << 32) | key_id;
  const std::size_t mask = seen_slots_.size() - 1;
  std::size_t slot = hash_pair(serial, key_id, seed_) & mask;
  while (seen_slots_[slot] != 0) {
    if (seen_slots_[slot] == entry) return false;
    slot = (slot + 1) & mask;
  }
  seen_slots_[slot] = entry;
  ++seen_count_;
  return true;
}

void ShapeTable::grow_seen() noexcept {
  std::vector<std::uint64_t> old(std::max<std::size_t>(256, seen_slots_.size() * 2));
  old.swap(seen_slots_);
  const std::size_t mask = seen_slots_.size() - 1;
  for (const std::uint64_t entry : old) {
    if (entry == 0) continue;
    std::size_t slot = hash_pair(static_cast<std::uint32_t>(entry >> 32),
                                 static_cast<std::uint32_t>(entry), seed_) &
                       mask;
    while (seen_slots_[slot] != 0)
      slot = (slot + 1) & mask;
    seen_slots_[slot] = entry;
  }
}

void ShapeTable::forget_seen() noexcept {
  // Emptying costs the whole table, so it waits until a quarter of it was written.
  if (--seen_users_ == 0 && seen_count_ * 4 > seen_slots_.size()) {
    std::fill(seen_slots_.begin(), seen_slots_.end(), 0);
    seen_count_ = 0;
  }
}

Shape* ShapeTable::make_shape(ShapeNode* node) noexcept {
  auto* keys = arena_.allocate_array<KeyRef>(node->size);
  auto* shape = arena_.allocate_array<Shape>(1);
  if (keys == nullptr || shape == nullptr) return nullptr;
  for (const ShapeNode* n = node; n != &root_; n = n->parent)
    keys[n->size - 1] = n->key;
  *shape = {keys, node->size, shape_count_++, &store_};
  return node->shape = shape;
}

}  // namespace laconic::detail

// arena.cpp - block allocation for the arena.
#include "base/arena.hpp"

#include <cstdlib>
#include <cstring>

namespace laconic {

struct Arena::Block {
  Block* previous;
  std::size_t unused;  // keeps what follows aligned to 16
};

namespace {
// Blocks double up to this size: large enough to make the calls to malloc vanish,
// small enough that the unused tail of the last one does not matter.
constexpr std::size_t largest_block = std::size_t{4} << 20;
}  // namespace

Arena::~Arena() {
  while (blocks_ != nullptr) {
    Block* previous = blocks_->previous;
    std::free(blocks_);
    blocks_ = previous;
  }
}

void* Arena::allocate_slow(std::size_t size) noexcept {
  const bool oversized = size > block_size_ / 2;
  const std::size_t room = oversized ? size : block_size_;
  auto* block = static_cast<Block*>(std::malloc(sizeof(Block) + room + arena_padding));
  if (block == nullptr) return nullptr;
  char* start = reinterpret_cast<char*>(block + 1);
  // Text at the end of a block is read a vector at a time: make that memory defined.
  std::memset(start + room, 0, arena_padding);
  if (oversized && blocks_ != nullptr) {
    // A block of its own, behind the current one, whose free room stays in use.
    block->previous = blocks_->previous;
    blocks_->previous = block;
    return start;
  }
  block->previous = blocks_;
  blocks_ = block;
  next_ = start + size;
  end_ = start + room;
  if (block_size_ < largest_block) block_size_ *= 2;
  return start;
}

char* Arena::copy(const char* data, std::size_t size) noexcept {
  char* result = static_cast<char*>(allocate(size));
  if (result != nullptr && size != 0) std::memcpy(result, data, size);
  return result;
}

}  // namespace laconic

// arena.hpp - memory that is handed out piece by piece and given back all at once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace laconic {

/// Every block ends in `arena_padding` bytes that are never handed out, so code may
/// load whole vectors past the end of any text in the arena.
inline constexpr std::size_t arena_padding = 64;

class Arena {
 public:
  Arena() noexcept = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena();

  /// `size` bytes aligned to 16, or nullptr when memory is out.
  [[nodiscard]] void* allocate(std::size_t size) noexcept {
    size = rounded(size);
    if (size > static_cast<std::size_t>(end_ - next_)) return allocate_slow(size);
    char* result = next_;
    next_ += size;
    return result;
  }
  template <class T>
  [[nodiscard]] T* allocate_array(std::size_t count) noexcept {
    return static_cast<T*>(allocate(count * sizeof(T)));
  }
  /// A copy of `size` bytes, or nullptr when memory is out.
  [[nodiscard]] char* copy(const char* data, std::size_t size) noexcept;
  /// Gives back the tail of an allocation of which only `used` bytes are needed, if
  /// nothing was allocated since.
  void shrink(char* allocation, std::size_t size, std::size_t used) noexcept {
    if (allocation + rounded(size) == next_) next_ = allocation + rounded(used);
  }

 private:
  struct Block;
  /// Up to a multiple of 16, and never 0: every allocation has an address.
  static std::size_t rounded(std::size_t size) noexcept {
    return (size + 15 + (size == 0 ? 1 : 0)) & ~std::size_t{15};
  }
  void* allocate_slow(std::size_t size) noexcept;

  char* next_ = nullptr;
  char* end_ = nullptr;
  Block* blocks_ = nullptr;
  std::size_t block_size_ = std::size_t{8} << 10;
};

}  // namespace laconic

// value_stack.hpp - values that wait for their container to end.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>

#include <laconic/value.hpp>

namespace laconic::detail {

/// Grows without initialising what it grows by. Out of memory is what it is for the
/// standard containers: std::bad_alloc.
class ValueStack {
 public:
  ValueStack() noexcept = default;
  ValueStack(const ValueStack&) = delete;
  ValueStack& operator=(const ValueStack&) = delete;
  ~ValueStack() { ::operator delete(static_cast<void*>(values_)); }

  void push(Value value) {
    if (size_ == capacity_) grow(size_ + 1);
    values_[size_++] = value;
  }
  /// Room for `count` more values, which the caller fills; returns the first.
  [[nodiscard]] Value* extend(std::size_t count) {
    if (capacity_ - size_ < count) grow(size_ + count);
    size_ += count;
    return values_ + (size_ - count);
  }
  void shrink(std::size_t size) noexcept { size_ = size; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] Value& operator[](std::size_t index) noexcept { return values_[index]; }
  [[nodiscard]] const Value* from(std::size_t index) const noexcept { return values_ + index; }

 private:
  void grow(std::size_t wanted) {
    std::size_t capacity = capacity_ == 0 ? 256 : capacity_ * 2;
    while (capacity < wanted)
      capacity *= 2;
    auto* more = static_cast<Value*>(::operator new(capacity * sizeof(Value)));
    if (size_ != 0) std::memcpy(static_cast<void*>(more), values_, size_ * sizeof(Value));
    ::operator delete(static_cast<void*>(values_));
    values_ = more;
    capacity_ = capacity;
  }

  Value* values_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace laconic::detail

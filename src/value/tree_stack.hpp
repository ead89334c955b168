// tree_stack.hpp - containers in the making, for readers that meet values in document order.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "value/store.hpp"
#include "value/value_stack.hpp"

namespace laconic::detail {

/// Values wait here until their container ends.
class TreeStack {
 public:
  explicit TreeStack(TreeMaker& maker) : maker_(maker) {}

  /// False: nested deeper than the limit.
  [[nodiscard]] bool open(bool is_object) {
    if (frames_.size() >= maker_.max_depth()) return false;
    frames_.push_back({shape_, values_.size(), is_object});
    shape_ = maker_.shapes().begin();
    return true;
  }
  /// The key of the value that comes next; `text` needs a vector of readable bytes behind it.
  [[nodiscard]] ShapeTable::Step key(const char* text, std::size_t size) noexcept {
    return maker_.shapes().step(shape_, text, size);
  }
  void push(Value value) { values_.push(value); }
  /// Makes the innermost container and pushes it; false: see TreeMaker::error.
  [[nodiscard]] bool close() {
    const Frame frame = frames_.back();
    const Value* children = values_.from(frame.first);
    const Value made = frame.is_object ? maker_.object(maker_.shapes().finish(shape_), children)
                                       : maker_.array(children, values_.size() - frame.first);
    if (!maker_.ok()) return false;
    values_.shrink(frame.first);
    shape_ = frame.outer;
    frames_.pop_back();
    values_.push(made);
    return true;
  }

  [[nodiscard]] std::size_t depth() const noexcept { return frames_.size(); }
  [[nodiscard]] std::size_t size() const noexcept { return values_.size(); }
  [[nodiscard]] Value top() noexcept { return values_[values_.size() - 1]; }
  [[nodiscard]] Value pop() noexcept {
    const Value value = top();
    values_.shrink(values_.size() - 1);
    return value;
  }
  [[nodiscard]] Error too_deep(std::uint64_t offset) const {
    return {Errc::depth_exceeded, offset,
            "nested deeper than the limit of " + std::to_string(maker_.max_depth()) + " levels"};
  }

 private:
  struct Frame {
    ShapeCursor outer;
    std::size_t first;
    bool is_object;
  };

  TreeMaker& maker_;
  ValueStack values_;
  std::vector<Frame> frames_;
  ShapeCursor shape_{};
};

}  // namespace laconic::detail

// goon_object.hpp - objects of a document in the making.
#pragma once

#include <algorithm>
#include <cassert>
#include <string_view>
#include <vector>

#include "value/store.hpp"

namespace laconic::goon {

/// Keys and values in turn, then the object.
class ObjectMaker {
 public:
  explicit ObjectMaker(detail::TreeMaker& maker) : maker_(maker), cursor_(maker.shapes().begin()) {}

  /// A key of our own.
  ObjectMaker& add(std::string_view key, Value value) {
    char padded[64] = {};  // keys are looked at in whole vectors
    assert(key.size() <= 32);
    std::copy(key.begin(), key.end(), padded);
    static_cast<void>(add_padded({padded, key.size()}, value));
    return *this;
  }
  /// A key of the text, behind which bytes are readable. False when it is there already.
  [[nodiscard]] bool add_padded(std::string_view key, Value value) {
    using Step = detail::ShapeTable::Step;
    const Step step = maker_.shapes().step(cursor_, key.data(), key.size());
    if (step == Step::ok) values_.push_back(value);
    return step != Step::duplicate;
  }
  [[nodiscard]] Value finish() {
    const detail::Shape* shape = maker_.shapes().finish(cursor_);
    return shape == nullptr || shape->size != values_.size() ? Value()
                                                             : maker_.object(shape, values_.data());
  }

 private:
  detail::TreeMaker& maker_;
  detail::ShapeCursor cursor_;
  std::vector<Value> values_;
};

}  // namespace laconic::goon

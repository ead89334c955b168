// tron_classes.hpp - which objects of a document become instances of which class.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <laconic/tron.hpp>
#include <laconic/value.hpp>

#include "value/store.hpp"

namespace laconic::tron {

struct Class {
  const detail::Shape* shape;  ///< the keys, in the order of the first object
  std::string name;
};

/// Looks at a document once and decides. Everything is kept for key lists, nothing for objects.
class ClassPlan {
 public:
  ClassPlan(const Value& root, const EncodeOptions& options);

  /// In the order of their names.
  [[nodiscard]] const std::vector<Class>& classes() const noexcept { return classes_; }

  static constexpr std::uint32_t none = 0xFFFFFFFFU;
  struct Use {
    std::uint32_t class_index = none;
    /// In `places()`: for each property its place in the object; none when they are the same.
    std::uint32_t first_place = none;
  };
  /// What objects of this key list are written as.
  [[nodiscard]] const Use& use_of(const detail::Shape* shape) const noexcept {
    return uses_[shape->id];
  }
  [[nodiscard]] const std::uint32_t* places(const Use& use) const noexcept {
    return use.first_place == none ? nullptr : places_.data() + use.first_place;
  }

 private:
  /// Objects with the same keys.
  struct Group {
    const detail::Shape* first;
    std::uint64_t count = 0;
    std::uint64_t json_bytes = 0;    ///< of the syntax of one object, without its values
    std::uint64_t header_bytes = 0;  ///< of the line of the class, without the name
    std::uint32_t class_index = none;
  };
  struct Seen {
    const detail::Shape* shape;
    std::uint64_t count;
  };

  void count(const Value& v);
  void group(KeyOrder order);
  void measure();
  void choose(Classes rule);
  void choose_cheapest();
  void add_class(Group& group);
  void map_places();
  [[nodiscard]] std::int64_t saving(const Group& group, std::size_t name_size) const noexcept;

  std::vector<std::uint32_t> seen_by_shape_;  ///< 1 + index into seen_
  std::vector<Seen> seen_;                    ///< key lists in order of first occurrence
  std::vector<std::uint32_t> group_of_;       ///< for each of seen_
  std::vector<Group> groups_;                 ///< in order of first occurrence
  std::vector<Class> classes_;
  std::vector<Use> uses_;
  std::vector<std::uint32_t> places_;
  std::uint64_t properties_ = 0;
};

}  // namespace laconic::tron

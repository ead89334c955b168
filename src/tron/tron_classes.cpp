// tron_classes.cpp - counting key lists, and which of them are worth a class.
#include "tron/tron_classes.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/output.hpp"
#include "text/escape.hpp"
#include "tron/tron_names.hpp"

namespace laconic::tron {

using detail::KeyRef;
using detail::Shape;
using detail::ValueAccess;

namespace {

// Writers respect what readers are limited to, or our own text could not be read.
constexpr DecodeOptions reader_defaults;

std::uint64_t quoted_size(const KeyRef& key) {
  if ((key.id & detail::plain_key_bit) != 0) return std::uint64_t{key.size} + 2;
  Output counting{Output::Counting{}};
  put_quoted(counting, key.text());
  return counting.size();
}

}  // namespace

ClassPlan::ClassPlan(const Value& root, const EncodeOptions& options) {
  count(root);
  uses_.resize(seen_by_shape_.size());
  if (options.classes == Classes::never) return;
  group(options.key_order);
  choose(options.classes);
  if (!classes_.empty()) map_places();
}

/// Every object before its members, so that lists are met in the order of the text.
void ClassPlan::count(const Value& v) {
  if (v.is_scalar()) return;
  if (v.is_object()) {
    const Shape* const shape = ValueAccess::shape(v);
    if (shape->id >= seen_by_shape_.size()) seen_by_shape_.resize(shape->id + std::size_t{1});
    std::uint32_t& index = seen_by_shape_[shape->id];
    if (index == 0) {
      seen_.push_back({shape, 0});
      index = static_cast<std::uint32_t>(seen_.size());
    }
    ++seen_[index - 1].count;
  }
  if ((ValueAccess::children(v) & detail::any_container) == 0) return;
  for (const Value& child : v.is_array() ? v.items() : v.values())
    count(child);
}

void ClassPlan::group(KeyOrder order) {
  // Keys are compared as numbers: equal keys of a document have equal ids.
  std::map<std::vector<std::uint32_t>, std::uint32_t> by_keys;
  std::vector<std::uint32_t> keys;
  for (const Seen& seen : seen_) {
    auto index = static_cast<std::uint32_t>(groups_.size());
    if (order == KeyOrder::free) {
      keys.clear();
      for (std::uint32_t i = 0; i < seen.shape->size; ++i)
        keys.push_back(seen.shape->keys[i].id);
      std::sort(keys.begin(), keys.end());
      index = by_keys.try_emplace(keys, index).first->second;
    }
    if (index == groups_.size()) groups_.push_back({seen.shape});
    groups_[index].count += seen.count;
    group_of_.push_back(index);
  }
}

void ClassPlan::measure() {
  for (Group& group : groups_) {
    const std::uint64_t size = group.first->size;
    if (size < 2 || group.count < 2) continue;
    // {"a":,"b":} against (,) and a line of "class ", ": ", a,b and the line end.
    group.json_bytes = 2 + size - 1;
    group.header_bytes = 9 + size - 1;
    for (std::uint32_t i = 0; i < size; ++i) {
      const KeyRef& key = group.first->keys[i];
      const std::uint64_t quoted = quoted_size(key);
      group.json_bytes += quoted + 1;
      group.header_bytes += is_bare(key.text()) ? key.size : quoted;
    }
  }
}

std::int64_t ClassPlan::saving(const Group& group, std::size_t name_size) const noexcept {
  if (group.json_bytes == 0) return 0;
  const std::uint64_t instance = name_size + 2 + group.first->size - 1;
  return static_cast<std::int64_t>(group.count * group.json_bytes) -
         static_cast<std::int64_t>(group.count * instance + group.header_bytes + name_size);
}

void ClassPlan::add_class(Group& group) {
  group.class_index = static_cast<std::uint32_t>(classes_.size());
  properties_ += group.first->size;
  classes_.push_back({group.first, class_name(group.class_index)});
}

void ClassPlan::choose(Classes rule) {
  if (rule == Classes::cheapest) return choose_cheapest();
  for (Group& group : groups_) {
    if (group.first->size < 2 || group.count < 2) continue;
    if (classes_.size() == reader_defaults.max_classes ||
        properties_ + group.first->size > reader_defaults.max_properties) {
      continue;
    }
    add_class(group);
  }
}

void ClassPlan::choose_cheapest() {
  measure();
  std::vector<Group*> wanted;
  for (Group& group : groups_) {
    if (saving(group, 1) > 0) wanted.push_back(&group);
  }
  // Short names go to those that are used most; up to 26 all are equally short.
  if (wanted.size() > 26) {
    std::stable_sort(wanted.begin(), wanted.end(),
                     [](const Group* a, const Group* b) { return a->count > b->count; });
  }
  std::int64_t saved = 0;
  for (Group* const group : wanted) {
    if (classes_.size() == reader_defaults.max_classes) break;
    if (properties_ + group->first->size > reader_defaults.max_properties) continue;
    const auto index = static_cast<std::uint32_t>(classes_.size());
    const std::int64_t here = saving(*group, class_name(index).size());
    if (here <= 0) continue;
    saved += here;
    add_class(*group);
  }
  // The empty line behind the classes has to be saved, too.
  if (saved > 1) return;
  for (Group& group : groups_)
    group.class_index = none;
  classes_.clear();
}

void ClassPlan::map_places() {
  std::unordered_map<std::uint32_t, std::uint32_t> by_key;
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    const Group& group = groups_[group_of_[i]];
    const Shape* const shape = seen_[i].shape;
    if (group.class_index == none) continue;
    Use& use = uses_[shape->id];
    use.class_index = group.class_index;
    if (shape == group.first) continue;
    by_key.clear();
    for (std::uint32_t k = 0; k < shape->size; ++k)
      by_key.emplace(shape->keys[k].id, k);
    use.first_place = static_cast<std::uint32_t>(places_.size());
    for (std::uint32_t k = 0; k < shape->size; ++k)
      places_.push_back(by_key.find(group.first->keys[k].id)->second);
  }
}

}  // namespace laconic::tron

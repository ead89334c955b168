// small_world.cpp - every value of up to so many nodes over a small, nasty alphabet.
#include "small_world.hpp"

#include <cstddef>

namespace laconic::property {
namespace {

class World {
 public:
  explicit World(const Alphabet& alphabet) : alphabet_(alphabet), by_size_(1) {}

  /// All values of exactly `nodes` nodes; smaller ones must have been made before.
  std::vector<std::string> values(unsigned nodes) {
    std::vector<std::string> made = nodes == 1 ? alphabet_.scalars : std::vector<std::string>();
    std::vector<std::string> parts;
    children(nodes - 1, false, parts, made);
    objects(nodes, made);
    return made;
  }

  void objects(unsigned nodes, std::vector<std::string>& made) {
    std::vector<std::string> parts;
    used_.assign(alphabet_.keys.size(), false);
    children(nodes - 1, true, parts, made);
  }

  const std::vector<std::string>& keep(std::vector<std::string> values) {
    by_size_.push_back(std::move(values));
    return by_size_.back();
  }

 private:
  /// Every sequence of children that uses up exactly `nodes` nodes.
  void children(unsigned nodes, bool object, std::vector<std::string>& parts,
                std::vector<std::string>& made) {
    if (nodes == 0) {
      std::string text = object ? "{" : "[";
      for (const std::string& part : parts)
        text += (text.size() > 1 ? "," : "") + part;
      made.push_back(text + (object ? '}' : ']'));
      return;
    }
    for (unsigned size = 1; size <= nodes && size < by_size_.size(); ++size) {
      if (!object) {
        for (const std::string& value : by_size_[size]) {
          parts.push_back(value);
          children(nodes - size, object, parts, made);
          parts.pop_back();
        }
        continue;
      }
      for (std::size_t key = 0; key < alphabet_.keys.size(); ++key) {
        if (used_[key]) continue;
        used_[key] = true;
        for (const std::string& value : by_size_[size]) {
          parts.push_back(alphabet_.keys[key] + ":" + value);
          children(nodes - size, object, parts, made);
          parts.pop_back();
        }
        used_[key] = false;
      }
    }
  }

  const Alphabet& alphabet_;
  std::vector<std::vector<std::string>> by_size_;
  std::vector<bool> used_;
};

}  // namespace

void each_value(const Alphabet& alphabet, unsigned nodes,
                const std::function<bool(std::string_view)>& visit) {
  World world(alphabet);
  for (unsigned size = 1; size <= nodes; ++size) {
    for (const std::string& value : world.keep(world.values(size))) {
      if (!visit(value)) return;
    }
  }
}

std::vector<std::string> all_objects(const Alphabet& alphabet, unsigned nodes) {
  World world(alphabet);
  std::vector<std::string> made;
  for (unsigned size = 1; size <= nodes; ++size) {
    world.objects(size, made);
    world.keep(world.values(size));
  }
  return made;
}

}  // namespace laconic::property

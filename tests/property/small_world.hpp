// small_world.hpp - every value of up to so many nodes over a small, nasty alphabet.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace laconic::property {

/// JSON spellings of the scalars and of the keys that values are made of.
struct Alphabet {
  std::vector<std::string> scalars;
  std::vector<std::string> keys;
};

/// Calls `visit` with the JSON text of every value of one to `nodes` nodes: scalars,
/// arrays and objects count one each. Stops early when `visit` returns false.
void each_value(const Alphabet& alphabet, unsigned nodes,
                const std::function<bool(std::string_view)>& visit);

/// All objects of up to `nodes` nodes, as JSON texts.
[[nodiscard]] std::vector<std::string> all_objects(const Alphabet& alphabet, unsigned nodes);

}  // namespace laconic::property

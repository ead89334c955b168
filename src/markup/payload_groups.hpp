// payload_groups.hpp - symbols by distance, as the renderings for people group them.
#pragma once

#include <cstdint>
#include <vector>

#include <laconic/graph.hpp>

#include "text/decimal.hpp"

namespace laconic::markup {

struct Groups {
  std::vector<const graph::Symbol*> target;    // distance 0
  std::vector<const graph::Symbol*> related;   // distance 1
  std::vector<const graph::Symbol*> extended;  // 2 and more
  std::uint64_t negative = 0;                  // in no group

  explicit Groups(const graph::Payload& payload) {
    for (const graph::Symbol& symbol : payload.symbols) {
      if (symbol.distance < 0) {
        ++negative;
      } else {
        auto& group = symbol.distance == 0 ? target : symbol.distance == 1 ? related : extended;
        group.push_back(&symbol);
      }
    }
  }
};

/// Counted sentences for a list of losses, if there is one.
class LossCounts {
 public:
  explicit LossCounts(std::vector<Loss>* losses) noexcept : losses_(losses) {}

  void tell(std::uint64_t count, std::string_view what) {
    if (losses_ != nullptr && count != 0) {
      losses_->push_back({std::to_string(count) + std::string(what)});
    }
  }
  void tell_if(bool lost, std::string_view what) {
    if (losses_ != nullptr && lost) losses_->push_back({std::string(what)});
  }
  /// Tool, pack root, edges and negative distances: no rendering for people has them.
  void common(const graph::Payload& payload, const Groups& groups) {
    tell_if(!payload.tool.empty(), "the tool is left out");
    tell_if(!payload.pack_root.empty(), "the pack root is left out");
    tell(payload.edges.size(), " edge(s) are left out");
    tell(groups.negative, " symbol(s) with a negative distance are left out");
  }

 private:
  std::vector<Loss>* losses_;
};

/// Whether two decimals say less than the number.
[[nodiscard]] inline bool shortened(double value) {
  const std::string text = two_decimals(value);
  // Two decimals are exact when the shortest spelling needs no more.
  const std::string exact = plain_decimal(value);
  std::string padded = exact.find('.') == std::string::npos ? exact + "." : exact;
  padded.append(text.size() > padded.size() ? text.size() - padded.size() : 0, '0');
  return padded != text;
}

}  // namespace laconic::markup

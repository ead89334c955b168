// loss_notes.hpp - what a reader could not keep, told once for each kind of loss.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "value/store.hpp"

namespace laconic::detail {

/// A file with a million tags gets one note, not a million.
class LossNotes {
 public:
  void add(std::uint64_t offset, std::string_view sentence);
  /// One note for each sentence, with how often it happened, in order of their places.
  void write(TreeMaker& maker);

 private:
  struct Item {
    std::string sentence;
    std::uint64_t offset;
    std::uint64_t count;
  };
  std::vector<Item> items_;
};

}  // namespace laconic::detail

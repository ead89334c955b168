// loss_notes.cpp - losses of one reading, counted by kind.
#include "value/loss_notes.hpp"

#include <algorithm>

namespace laconic::detail {
namespace {

constexpr std::size_t most_kinds = 32;
constexpr std::string_view others = "more kinds of losses than are listed";

}  // namespace

void LossNotes::add(std::uint64_t offset, std::string_view sentence) {
  if (items_.size() > most_kinds) sentence = others;
  for (Item& item : items_) {
    if (item.sentence == sentence) {
      ++item.count;
      return;
    }
  }
  items_.push_back({std::string(items_.size() == most_kinds ? others : sentence), offset, 1});
}

void LossNotes::write(TreeMaker& maker) {
  std::stable_sort(items_.begin(), items_.end(),
                   [](const Item& a, const Item& b) { return a.offset < b.offset; });
  for (Item& item : items_) {
    if (item.count > 1) item.sentence += " (" + std::to_string(item.count) + " times)";
    maker.note(Note::Type::loss, Errc::not_lossless, item.offset, item.sentence);
  }
}

}  // namespace laconic::detail

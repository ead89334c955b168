// splice.hpp - replaces parts of a message and keeps every other byte.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace laconic::mcp {

/// Collects what is to be replaced in one text. The parts must not overlap.
class Splice {
 public:
  explicit Splice(std::string_view text) noexcept : text_(text) {}

  /// `part` points into the text.
  void replace(std::string_view part, std::string replacement) {
    edits_.push_back({static_cast<std::size_t>(part.data() - text_.data()), part.size(),
                      std::move(replacement)});
  }
  void remove(std::string_view part) { replace(part, {}); }
  void insert(const char* before, std::string what) {
    replace(std::string_view(before, before), std::move(what));
  }
  [[nodiscard]] bool empty() const noexcept { return edits_.empty(); }

  [[nodiscard]] std::string apply() {
    std::stable_sort(edits_.begin(), edits_.end(),
                     [](const Edit& a, const Edit& b) { return a.at < b.at; });
    std::size_t size = text_.size();
    for (const Edit& edit : edits_)
      size += edit.replacement.size() - edit.size;
    std::string out;
    out.reserve(size);
    std::size_t done = 0;
    for (const Edit& edit : edits_) {
      out.append(text_, done, edit.at - done).append(edit.replacement);
      done = edit.at + edit.size;
    }
    return out.append(text_, done);
  }

 private:
  struct Edit {
    std::size_t at;
    std::size_t size;
    std::string replacement;
  };
  std::string_view text_;
  std::vector<Edit> edits_;
};

}  // namespace laconic::mcp

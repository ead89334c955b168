// token_texts.hpp - the texts of a loaded vocabulary: from an id to bytes, and back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace laconic::tokens {

inline constexpr std::uint32_t no_token = 0xFFFFFFFF;
/// Ids of loaded vocabularies are below this number. A table has a place for every id up to
/// the largest, so a file that claims a huge one must not get it.
inline constexpr std::uint32_t max_loaded_ids = 1U << 20;

struct TokenText {
  std::string_view text;
  std::uint32_t id;
  bool findable;  ///< false for a text that no piece can have: only decoding shows it
};

/// Immutable after `fill`.
class TokenTexts {
 public:
  /// Copies the texts. False when an id is too large or occurs twice, or a findable text
  /// does; `fault` says which.
  [[nodiscard]] bool fill(std::span<const TokenText> tokens, std::string& fault);

  /// One more than the largest id.
  [[nodiscard]] std::uint32_t size() const noexcept {
    return static_cast<std::uint32_t>(places_.size());
  }
  [[nodiscard]] bool has(std::uint32_t id) const noexcept {
    return id < places_.size() && places_[id].start != gap;
  }
  [[nodiscard]] std::string_view text(std::uint32_t id) const noexcept {
    return std::string_view(bytes_).substr(places_[id].start, places_[id].size);
  }
  /// The id of a findable text; no_token when there is none.
  [[nodiscard]] std::uint32_t find(std::string_view wanted) const noexcept;
  [[nodiscard]] std::size_t longest() const noexcept { return longest_; }

 private:
  static constexpr std::uint32_t gap = 0xFFFFFFFF;
  struct Place {
    std::uint32_t start = gap;
    std::uint32_t size = 0;
  };

  std::string bytes_;
  std::vector<Place> places_;
  std::vector<std::uint64_t> slots_;  ///< the upper half of a hash and the id + 1, 0 if free
  std::size_t longest_ = 0;           ///< of the findable texts
};

}  // namespace laconic::tokens

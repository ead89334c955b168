// result_cache.hpp - results of tools that the user declared to be cacheable.
#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>

namespace laconic::mcp {

/// Results by tool and arguments, for as long as the user said, the oldest out first when
/// there are too many bytes.
class ResultCache {
 public:
  using Clock = std::chrono::steady_clock;
  explicit ResultCache(std::size_t max_bytes) noexcept : max_bytes_(max_bytes) {}

  /// The result's bytes, or nullptr.
  [[nodiscard]] const std::string* find(const std::string& key, Clock::time_point now);
  void put(std::string key, std::string result, Clock::time_point until);
  void clear() noexcept;
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  struct Entry {
    std::string key;
    std::string result;
    Clock::time_point until;
  };
  void drop(std::list<Entry>::iterator entry);

  std::size_t max_bytes_;
  std::size_t bytes_ = 0;
  std::list<Entry> entries_;  // oldest first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_key_;
};

}  // namespace laconic::mcp

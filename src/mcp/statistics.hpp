// statistics.hpp - what the proxy did, in numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <laconic/error.hpp>

#include "mcp/decision.hpp"

namespace laconic::mcp {

struct ToolCounts {
  std::uint64_t calls = 0;
  std::uint64_t rewritten = 0;
  std::uint64_t stripped = 0;
  std::uint64_t under_limit = 0;
  std::uint64_t tokens_text = 0;
  std::uint64_t tokens_structured = 0;
  std::uint64_t tokens_shown = 0;
  std::uint64_t tokens_sent = 0;
  std::uint64_t bytes_in = 0;
  std::uint64_t bytes_out = 0;
  std::uint64_t nanoseconds = 0;
  std::map<std::string, std::uint64_t, std::less<>> formats;
  std::map<std::string, std::uint64_t, std::less<>> reasons;

  void add(const Decision& decision);
  void add(const ToolCounts& other);
};

class Statistics {
 public:
  void add(const Decision& decision);
  void count_message(std::size_t bytes) noexcept {
    ++messages_;
    message_bytes_ += bytes;
  }
  std::uint64_t noise_lines = 0;  ///< lines of the server that were no messages
  std::uint64_t cache_hits = 0;   ///< calls answered without the server
  std::uint64_t list_tokens_saved = 0;
  std::uint64_t hint_tokens = 0;  ///< the price of the hint

  [[nodiscard]] ToolCounts total() const;
  [[nodiscard]] const std::map<std::string, ToolCounts, std::less<>>& tools() const noexcept {
    return tools_;
  }
  /// A few lines for people. `would` for a dry run.
  [[nodiscard]] std::string summary(std::string_view tokenizer, bool dry_run) const;
  /// The same for programs.
  [[nodiscard]] Result<std::string> as_json(std::string_view tokenizer, bool dry_run) const;

 private:
  static constexpr std::size_t most_tools = 200;
  std::map<std::string, ToolCounts, std::less<>> tools_;
  std::uint64_t messages_ = 0;
  std::uint64_t message_bytes_ = 0;
};

/// One line of JSON about one decision, ending in a line end.
[[nodiscard]] std::string log_line(const Decision& decision, std::string_view time);

}  // namespace laconic::mcp

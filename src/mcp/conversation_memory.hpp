// conversation_memory.hpp - what a conversation has been told before, for clients that name theirs.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>

#include <laconic/delta.hpp>

#include "mcp/proxy_settings.hpp"
#include "mcp/text_choice.hpp"

namespace laconic::mcp {

/// Remembers the last results by conversation, tool and arguments. A result that was told
/// before becomes a notice, a table that changed becomes its changes. What was told may have
/// left the model's context, so a memory is short: the last 32 results, 20,000 tokens, ten
/// minutes, and every fourth answer is given in full.
class ConversationMemory {
 public:
  using Clock = std::chrono::steady_clock;
  ConversationMemory(bool dedup, bool delta) noexcept : dedup_(dedup), delta_(delta) {}

  /// A shorter answer than `full`, or nothing. Remembers the result either way.
  [[nodiscard]] std::optional<TextChoice> shorten(const std::string& conversation,
                                                  const std::string& call, std::string_view tool,
                                                  const JsonText& result, const TextChoice& full,
                                                  const ProxySettings& settings,
                                                  Clock::time_point now);
  /// The client says that its context is gone.
  void forget(std::string_view conversation);
  [[nodiscard]] std::size_t size() const noexcept { return entries_.size(); }

 private:
  struct Entry {
    std::string conversation;
    std::string call;                  ///< tool and arguments
    std::string text;                  ///< of the result as the server sent it
    std::optional<gcf::KeyedSet> set;  ///< with the root that the model was shown
    Clock::time_point told;
    std::uint64_t serial = 0;  ///< of the result
    std::uint64_t tokens = 0;  ///< sent in all conversations up to then
    unsigned short_answers = 0;
  };
  [[nodiscard]] bool is_fresh(const Entry& entry, Clock::time_point now) const noexcept;

  bool dedup_;
  bool delta_;
  std::list<Entry> entries_;  // oldest first
  std::uint64_t serial_ = 0;
  std::uint64_t tokens_ = 0;
};

}  // namespace laconic::mcp

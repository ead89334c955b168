// pending_calls.hpp - requests that wait for their answers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace laconic::mcp {

/// A request of the client whose answer may be changed.
struct PendingCall {
  enum class Kind : std::uint8_t {
    other,
    tool_call,
    tool_list,
    initialize,
    discover,
    task_result,
    unread,  ///< whatever its answer is, it is delivered as it comes
  };
  Kind kind = Kind::other;
  bool is_modern = false;     ///< the request says so itself
  std::string tool;           ///< of a tool_call or the task of one
  std::string client;         ///< as the request or the handshake names it
  std::string wanted_format;  ///< the caller's own wish: "json", "off", or a format's name
  std::string arguments;      ///< as sent, when something is scoped by them
  std::string conversation;   ///< the caller's name for it, if it has one
  bool resets_conversation = false;
  bool is_plain_call = true;  ///< no task, no input responses: may be answered from a cache
  bool may_be_cached = false;
  std::uint64_t cache_round = 0;  ///< an answer from before a change is not remembered after it
};

/// Requests by id. Full tables forget nothing that is in them: later requests are then
/// forwarded unwatched.
class PendingCalls {
 public:
  static constexpr std::size_t most = 65536;

  bool add(std::string id, PendingCall call) {
    if (calls_.size() >= most) return false;
    calls_.insert_or_assign(std::move(id), std::move(call));
    return true;
  }
  [[nodiscard]] std::optional<PendingCall> take(const std::string& id) {
    const auto found = calls_.find(id);
    if (found == calls_.end()) return std::nullopt;
    PendingCall call = std::move(found->second);
    calls_.erase(found);
    return call;
  }
  [[nodiscard]] std::size_t size() const noexcept { return calls_.size(); }
  /// Every id that waits.
  template <class Visit>
  void each(const Visit& visit) const {
    for (const auto& entry : calls_)
      visit(entry.first, entry.second);
  }
  void clear() noexcept { calls_.clear(); }

 private:
  std::unordered_map<std::string, PendingCall> calls_;
};

}  // namespace laconic::mcp
